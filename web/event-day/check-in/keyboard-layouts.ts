import { uuidPattern } from '../../../contract/platform/uuid.ts';
import { parseScannedCode } from './scanned-code.ts';

// The characters of the keys of four keyboards in the same order, row by row: first alone, then with Shift.
const us = '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?';
const others = [
  '`1234567890-=qwertyuiop[]#asdfghjkl;\'zxcvbnm,./¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@ZXCVBNM<>?',
  '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
];
const codes =
  'Backquote Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Comma Period Slash Space';
const usCodes = codes.split(' ');
const userIdInCode = new RegExp(`"userId":"(${uuidPattern})"`, 'i');

/** Returns the character of a key on a US keyboard, by its `KeyboardEvent.code`; empty when the key has none. */
export function toUsCharacter(code: string, withShift = false): string {
  const alone =
    /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? "`-=[]\\;',./ "[usCodes.indexOf(code)] ?? '';
  return (withShift && alone.trim() && us[us.indexOf(alone) + us.length / 2]) || alone;
}

function changeKeyboard(text: string, from: string, to: string): string {
  return [...text].map((character) => to[from.indexOf(character)] ?? character).join('');
}

/**
 * Returns the code of ours that a scanner has typed, as text that `parseScannedCode` takes, however the keyboards of scanner
 * and computer differ; undefined when there is none. `onUsKeyboard` is what the same keys mean on a US keyboard. Where
 * characters were lost, a pass is known by its id, unless only a whole one is wanted.
 */
export function findTypedCode(typed: string, onUsKeyboard = typed, { isWhole = false } = {}) {
  const readings = [typed, onUsKeyboard].flatMap((text) => [
    text,
    ...others.flatMap((other) => [changeKeyboard(text, other, us), changeKeyboard(text, us, other)]),
  ]);
  const whole = readings.find((text) => parseScannedCode(text) ?? /^overnight thing [\w-]+$/.test(text));
  if (whole || isWhole) return whole;
  for (const text of readings) {
    const userId = userIdInCode.exec(text)?.[1];
    if (userId) return JSON.stringify({ userId, t: /"t":"([\w-]{22})"/.exec(text)?.[1] });
  }
  return undefined;
}

/** What a scanner types that was set up for another keyboard, where the keys could not be told. */
export const wrongKeyboard =
  'Your scanner types as if on a US keyboard. Set it to this computer’s keyboard, or search by name.';

/** Returns whether a text has the shape of a pass, in other characters. */
export function looksLikePass(text: string): boolean {
  return /(.).{6}\1.?\1.{36}\1/s.test(text);
}

/** Returns whether a text has the shape of the beginning of a pass. */
export function looksLikePassBegun(text: string): boolean {
  return /(.).{6}\1.?\1/s.test(text);
}
