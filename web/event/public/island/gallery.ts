import { foldText } from '../../../../packages/text/fold-text.ts';

const perPage = 24;
const seedKey = 'gallery-seed';

/** A number of this visit, so that the order stays while somebody looks around. */
function getSeed(): number {
  const seed = Number(sessionStorage.getItem(seedKey)) || 1 + Math.floor(Math.random() * 0xffff_fffe);
  sessionStorage.setItem(seedKey, `${seed}`);
  return seed;
}

/** Returns a whole number that depends on the text and the seed alone (FNV-1a). */
function hash(text: string, seed: number): number {
  let value = seed;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  return value >>> 0;
}

/** Puts the projects into an order of this visit, shows some of them at first, and searches them. */
export function startGallery(list: HTMLElement): void {
  const cards = [...list.children] as HTMLElement[];
  const seed = getSeed();
  const orderOf = (card: HTMLElement) => hash(card.querySelector('a')?.pathname ?? '', seed);
  cards.sort((a, b) => orderOf(a) - orderOf(b));
  list.append(...cards);
  const search = document.querySelector<HTMLInputElement>('#find-project');
  const more = document.querySelector<HTMLElement>('[data-more]');
  const found = document.querySelector('[data-found]');
  let limit = perPage;
  const show = () => {
    const words = foldText(search?.value ?? '').split(' ');
    const matches = cards.filter((card) => {
      const text = foldText(card.textContent);
      return words.every((word) => text.includes(word));
    });
    const shown = new Set(matches.slice(0, limit));
    for (const card of cards) card.hidden = !shown.has(card);
    if (more) more.hidden = matches.length <= limit;
    if (found) found.textContent = cards[0] && !matches[0] ? 'No projects match.' : '';
  };
  search?.addEventListener('input', () => {
    limit = perPage;
    show();
  });
  more?.addEventListener('click', () => {
    const next = cards.find((card) => card.hidden);
    limit += perPage;
    show();
    next?.querySelector('a')?.focus();
  });
  show();
  list.dataset.ready = '';
}
