import { paths } from '../platform/pages.ts';

/** Returns the link of an invitation; it opens a page of its own. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}${paths.join}/${inviteCode}`;
}

/** Returns whether a text, in either case, looks like an invite code: six letters and digits without I, L, O and U. */
export const isInviteCode = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{6}$/i.test(text);

const withoutGaps = (text: string) => text.replace(/[\s\u2010-\u2015-]/g, '');

/**
 * Finds the invite code in what was typed or pasted: a code with spaces or dashes, a link, or a message that contains one of
 * them. Without a code, returns the text without spaces and dashes.
 */
export function cleanInviteCode(typed: string): string {
  const links = typed.split(`${paths.join}/`);
  if (links.length > 1) return withoutGaps(/^[\p{L}\p{N}-]*/u.exec(links.at(-1)!)![0]);
  const text = withoutGaps(typed);
  if (isInviteCode(text)) return text;
  const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 1) return words[0];
  // Words of a sentence have six letters too.
  return words.find((word) => isInviteCode(word) && (/\d/.test(word) || word === word.toUpperCase())) ?? text;
}
