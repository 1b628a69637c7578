import { createHash } from 'node:crypto';
import type { Passage, Profile } from '../../../../packages/search/profile.ts';

/** A passage that a model may see: without names, addresses, numbers and links. */
interface SafePassage {
  passage: Passage;
  text: string;
}

const longest = 300;
const mark = '[…]';
const addresses = [
  /[\w.+-]{1,64}\s{0,2}[[(]\s{0,2}at\s{0,2}[\])]\s{0,2}[\w.-]+(?:\s{0,2}[[(]\s{0,2}dot\s{0,2}[\])]\s{0,2}\w+)?/gi,
  /\b(?:https?:\/\/|www\.)\S+/gi,
  /(?<![\w-])(?:[\w-]{1,63}\.){1,8}(?:com|org|io|net|dev|edu|me|app|ai|co|uk|de|fr|in|ca|gg|xyz|tech|page)\b(?:\/\S*)?/gi,
  /(?<!\w)@\w{2,}/g,
  /(?<![\w.])\+?\(?\d[\d\s().-]{5,}\d(?!\w)/g,
];
const years = /^\D*(?:19|20)\d\d\D+(?:19|20)\d\d\D*$/;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// What an address, a number or a link has at least.
const mayBeAddress = /[@\d/[(]|\w\.\w/;

/** Removes personal data: the words of `name`, email addresses, links, handles and phone numbers. */
export const removePersonalData = (text: string, name: string): string => removeNames(text, toNames(name));

/** Returns the pattern of a name's words; undefined of an empty name. */
function toNames(name: string): RegExp | undefined {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 2);
  return words.length === 0
    ? undefined
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function removeNames(text: string, names: RegExp | undefined): string {
  let clean = text;
  if (mayBeAddress.test(text)) {
    clean = text.replace(/\S+/g, (word) => {
      const at = word.indexOf('@', 1);
      return at > 0 && at < word.length - 1 ? mark : word;
    });
    for (const pattern of addresses)
      clean = clean.replace(pattern, (found) => (years.test(found) ? found : mark));
  }
  return names ? clean.replace(names, mark) : clean;
}

// Food and the name of the major are for the search alone.
const unseen = new Set<Passage['source']>(['food', 'major']);
// Short answers tell most, and the end of a resume least.
const order: Passage['source'][] = [
  'answer',
  'why',
  'projects',
  'experience',
  'skills',
  'education',
  'other',
];
const leastWords = 4;
const maxPassages = 16;

/** To be raised when applications are split or cleaned in another way: all vectors are then made again. */
export const passagesVersion = 3;

/**
 * Returns the passages of an application that get a vector, at most 16, without sensitive answers. Answers to questions do
 * not leave this machine. Short passages outside lists of skills are left out: headings, places and other names.
 */
export function listEmbeddable(profile: Profile, { isRemote }: { isRemote: boolean }): SafePassage[] {
  const names = toNames(profile.name);
  return profile.passages
    .filter(
      ({ sensitive, source, text }) =>
        !sensitive &&
        !unseen.has(source) &&
        !(isRemote && source === 'answer') &&
        (source === 'skills' || text.split(/\s+/).length >= leastWords),
    )
    .sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source))
    .slice(0, maxPassages)
    .map((passage) => ({ passage, text: removeNames(passage.text, names).slice(0, longest) }));
}

/** Returns the hash of passages: vectors with another one are of other texts. */
export function hashPassages(passages: readonly SafePassage[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(passages.map(({ text }) => text)))
    .digest();
}
