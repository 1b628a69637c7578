// A USB scanner acts as a keyboard that types faster than any person and ends with Enter.
const MAX_GAP = 30;
const MIN_LENGTH = 8;

interface Keystroke {
  key: string;
  /** Milliseconds. */
  at: number;
}

/**
 * Returns a function that tells a scanner from a person. It takes every keystroke and returns `typing` for a person,
 * `burst` while characters come too fast for one, and the whole text when Enter ends a burst.
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
    // A scanner sends modifier keys between its characters.
    if ([...key].length !== 1) return quick && text.length > 1 ? 'burst' : 'typing';
    text = quick ? text + key : key;
    last = at;
    return quick && text.length > 1 ? 'burst' : 'typing';
  };
}
