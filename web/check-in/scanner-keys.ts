// A scanner that poses as a keyboard types faster than any hand, and ends with Enter.
const MAX_GAP = 30;
const MIN_LENGTH = 8;

interface Keystroke {
  key: string;
  /** Milliseconds. */
  at: number;
}

/**
 * Tells a scanner from a typist. Give it every keystroke: it answers `typing` for a hand, `burst` while characters come
 * too fast for one, and the whole text when Enter ends a burst.
 */
export function createKeyboardScanner(): (stroke: Keystroke) => 'typing' | 'burst' | { text: string } {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at }) => {
    const quick = at - last < MAX_GAP;
    if (key === 'Enter') {
      const scanned = text;
      text = '';
      last = Number.NEGATIVE_INFINITY;
      return quick && scanned.length >= MIN_LENGTH ? { text: scanned } : 'typing';
    }
    // Shift and its like come between the characters of a scanner.
    if ([...key].length !== 1) return quick && text.length > 1 ? 'burst' : 'typing';
    text = quick ? text + key : key;
    last = at;
    return quick && text.length > 1 ? 'burst' : 'typing';
  };
}
