import { foldText, splitWords } from '../../../packages/text/fold-text.ts';

interface Named {
  name: string;
}

/**
 * Finds the people mentioned in a text: `@` and a name, or a part of a name that only one team member has. `unclear` is a
 * part that several have. The longest name counts, so `@Ben Bit` is not Ben.
 */
export function findMentions<T extends Named>(
  text: string,
  team: readonly T[],
): { mentioned: T[]; unclear?: { part: string; names: string } } {
  const mentioned = new Set<T>();
  for (const [, sent = ''] of text.matchAll(/(?<![\p{L}\p{N}])@([\p{L}\p{N}][^@\n]{0,200})/gu)) {
    const typed = foldText(sent);
    const begins = ({ name }: T) => {
      const folded = foldText(name);
      return typed.startsWith(folded) && !/^[\p{L}\p{N}]/u.test(typed.slice(folded.length));
    };
    const full = team.filter(begins).sort((a, b) => b.name.length - a.name.length);
    if (full[0]) {
      for (const one of full) if (one.name.length === full[0].name.length) mentioned.add(one);
      continue;
    }
    const [part = ''] = /^[\p{L}\p{N}]+/u.exec(typed) ?? [];
    const some = team.filter(({ name }) => splitWords(foldText(name)).includes(part));
    if (some.length > 1)
      return { mentioned: [], unclear: { part, names: some.map(({ name }) => name).join(' or ') } };
    if (some[0]) mentioned.add(some[0]);
  }
  return { mentioned: [...mentioned] };
}
