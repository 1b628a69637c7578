import { trimEndOf } from '../text/fold-text.ts';

const link = /\bhttps?:\/\/[^\s<>"'|)\]]+/gi;
const bareProfile =
  /\b(?:www\.)?(?:linkedin\.com\/in|github\.com|gitlab\.com|devpost\.com|behance\.net|dribbble\.com|itch\.io|kaggle\.com|x\.com|twitter\.com|medium\.com)\/[\w./%-]+/gi;
const maxSocials = 10;
const maxLink = 500;

/** Returns the links of a resume's text and annotations: http and https only, lower-case host, at most 10. */
export function findSocialLinks(text: string, annotations: readonly string[] = []): string[] {
  const found = [
    ...annotations,
    ...(text.match(link) ?? []),
    ...(text.replace(link, ' ').match(bareProfile) ?? []).map((bare) => `https://${bare}`),
  ];
  const seen = new Map<string, string>();
  for (const written of found) {
    if (written.length > maxLink) continue;
    const url = URL.parse(trimEndOf(written, '.,;:'));
    if (!url || !/^https?:$/.test(url.protocol) || url.username) continue;
    const key = `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`.toLowerCase();
    if (!seen.has(key)) seen.set(key, url.href.replace(/\/$/, ''));
  }
  return [...seen.values()].slice(0, maxSocials);
}

const phone = /(?<![\d/.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?)?\d{2,5}(?:[ .-]\d{2,5}){1,4}(?![\d/-])/g;

const besidePhone = /\S@\S|\b(?:phone|tel|telephone|mobile|cell|call)\b/i;
const headLines = 8;
const footLines = 4;

/** Returns the first plausible phone number (7 to 15 digits) of a resume: in its head, beside an email address, or in its last lines. */
export function findPhoneNumber(text: string): string | undefined {
  const lines = text
    .replace(link, ' ')
    .split('\n')
    .filter((line) => line.trim());
  const places = [
    ...lines.slice(0, headLines),
    ...lines.filter((line) => besidePhone.test(line)),
    ...lines.slice(-footLines),
  ];
  return places
    .join('\n')
    .match(phone)
    ?.find((number) => {
      const digits = number.replace(/\D/g, '');
      const years = /^(?:19|20)\d\d\D+(?:19|20)\d\d$/.test(number.trim());
      return digits.length >= 7 && digits.length <= 15 && !years;
    })
    ?.trim();
}
