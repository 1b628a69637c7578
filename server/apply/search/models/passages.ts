import type { Passage, Profile } from '../../../../packages/search/profile.ts';

/** A passage that a model may see: without names, addresses, numbers and links. */
export interface SafePassage {
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

/** Removes personal data: the words of `name`, email addresses, links, handles and phone numbers. */
export function removePersonalData(text: string, name: string): string {
  let clean = text.replace(/\S+/g, (word) => {
    const at = word.indexOf('@', 1);
    return at > 0 && at < word.length - 1 ? mark : word;
  });
  for (const pattern of addresses)
    clean = clean.replace(pattern, (found) => (years.test(found) ? found : mark));
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 2);
  if (words.length === 0) return clean;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return clean.replace(named, mark);
}

// Food and the name of the major are for the search alone.
const unseen = new Set<Passage['source']>(['food', 'major']);
const leastWords = 4;

/**
 * Returns the passages of an application in the order of the text, without sensitive answers. Short ones outside lists of
 * skills are left out: headings, places and other names.
 */
export function splitPassages(profile: Profile): SafePassage[] {
  return profile.passages
    .filter(
      ({ source, text, sensitive }) =>
        !sensitive && !unseen.has(source) && (source === 'skills' || text.split(/\s+/).length >= leastWords),
    )
    .map((passage) => ({ passage, text: removePersonalData(passage.text, profile.name).slice(0, longest) }));
}
