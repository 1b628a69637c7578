import { findTypedCode, looksLikePass, looksLikePassBegun, toUsCharacter } from './keyboard-layouts.ts';

/** A key that went down, with the names of a `KeyboardEvent`. */
interface Keystroke {
  key: string;
  code?: string;
  shiftKey?: boolean;
  altKey?: boolean;
  /** Milliseconds. */
  at: number;
  /** Whether a field takes what is typed. */
  inField?: boolean;
}

/** How long between two keys, in milliseconds: a wireless scanner needs up to 120, and may stall in the middle of a pass. */
const maxGap = { first: 400, inPass: 2000 };
/** When to look whether a scanner has finished that sends no last key, in milliseconds. */
export const pauses = { short: 500, long: maxGap.inPass };
/** Faster than anybody types, in milliseconds. */
const handGap = 30;
/** The least characters of somebody else's code: of one that came so fast, and of one that was slow and outside a field. */
const minLength = { fast: 8, slow: 24 };

const isSilent = (key: string) =>
  /^(Shift|Control|Alt|AltGraph|Meta|\w+Lock|Dead|Process|Unidentified)$/.test(key);

/**
 * Tells a scanner that types from a person. `press` takes every keystroke and returns `typing` for a person, `burst` while a
 * scanner may be typing, and the text when a key that is no character ends it. `pause` returns the text when no key has come
 * for a while: a whole pass after a short one, anything else after a long one.
 */
export function createKeyboardScanner() {
  let typed = '';
  /** What the same keys mean on a US keyboard. */
  let onUsKeyboard = '';
  /** The number of a character that is typed with Alt. */
  let number = '';
  let last = Number.NEGATIVE_INFINITY;
  /** When the last code ended, and until when the scanner may add a key. */
  let ended = { at: Number.POSITIVE_INFINITY, until: 0 };
  let slowest = 0;
  let inField = false;

  const add = (character: string, usCharacter = character) => {
    typed += character;
    onUsKeyboard += usCharacter;
  };
  const addNumbered = () => {
    if (number) add(String.fromCharCode(Number(number)));
    number = '';
  };
  const forget = () => {
    typed = onUsKeyboard = number = '';
    slowest = 0;
  };
  const end = (pause?: keyof typeof pauses): { text: string } | undefined => {
    addNumbered();
    const code = findTypedCode(typed, onUsKeyboard, { isWhole: pause === 'short' });
    if (pause === 'short' && code === undefined) return undefined;
    const text = code ?? typed;
    const isFast = slowest < handGap;
    const least = isFast ? minLength.fast : minLength.slow;
    const canBeForeign = text.length >= least && !(inField && (pause || !isFast));
    const isCode = code !== undefined || looksLikePass(text) || canBeForeign;
    if (isCode) ended = { at: last, until: last + (pause ? maxGap.first : Math.max(handGap, 2 * slowest)) };
    forget();
    return isCode ? { text } : undefined;
  };
  const press = ({ at, ...stroke }: Keystroke): 'typing' | 'burst' | { text: string } => {
    const { key, code = '' } = stroke;
    if (at - last >= (looksLikePassBegun(typed) ? maxGap.inPass : maxGap.first)) forget();
    // A person uses the shortcuts and the space bar in quick succession; no code begins with them.
    const isBurst = /[^m/ ]/.test(typed + onUsKeyboard + number);
    if (typed + onUsKeyboard + number) slowest = Math.max(slowest, at - last);
    else inField = stroke.inField ?? false;
    last = at;
    const digit = stroke.altKey ? /^(?:Numpad)?(\d)$/.exec(code || key)?.[1] : undefined;
    if (digit) number += digit;
    else addNumbered();
    const character = [...key].length === 1 ? key : '';
    const usCharacter = toUsCharacter(code, stroke.shiftKey) || character;
    if (!digit) add(character, usCharacter);
    if (digit || usCharacter || isSilent(key)) return isBurst ? 'burst' : 'typing';
    const scanned = end();
    if (scanned) return scanned;
    // A second last key, such as the line feed after Enter, is the scanner's as well.
    return at >= ended.at && at < ended.until && key !== 'Escape' ? 'burst' : 'typing';
  };
  return { press, pause: end };
}
