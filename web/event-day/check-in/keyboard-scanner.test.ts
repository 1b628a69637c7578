import { expect, test } from 'vitest';
import { findTypedCode, looksLikePass } from './keyboard-layouts.ts';
import { createKeyboardScanner } from './keyboard-scanner.ts';
import { parseScannedCode } from './scanned-code.ts';

const userId = '5f0c9a52-6c1e-4c7e-9a53-0d4b9f2f8f11';
const t = 'aZ_yx-WqMm0123456789Az';
const pass = JSON.stringify({ userId, name: "Seán O'Brien", t }).replace('á', '\\u00e1');

/** The keys of a US keyboard, and what these computers make of them. */
const us = [
  "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
];
const keyboards = {
  US: us,
  British: [
    "`1234567890-=qwertyuiop[]#asdfghjkl;'zxcvbnm,./",
    '¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@ZXCVBNM<>?',
  ],
  German: [
    '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-',
    '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  ],
  French: [
    '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
    '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
  ],
  Greek: [
    "`1234567890-=;ςερτυθιοπ[]\\ασδφγηξκλ΄'ζχψωβνμ,./",
    '~!@#$%^&*()_+:΅ΕΡΤΥΘΙΟΠ{}|ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?',
  ],
};
const codes = (
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal KeyQ KeyW KeyE KeyR KeyT ' +
  'KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Backslash KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote ' +
  'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'
).split(' ');
// As browsers report them.
const dead: Partial<Record<keyof typeof keyboards, string>> = { German: '^´`', French: '^¨', Greek: '΄¨΅' };

type Stroke = Parameters<ReturnType<typeof createKeyboardScanner>['press']>[0];

/** The keys that a scanner presses for a text if it was set up for `scanner`, on a computer that has another keyboard. */
function pressedKeys(text: string, computer: keyof typeof keyboards, scanner: keyof typeof keyboards = 'US') {
  return [...text].flatMap((character): Omit<Stroke, 'at'>[] => {
    if (character === ' ') return [{ key: ' ', code: 'Space', shiftKey: true }];
    const row = keyboards[scanner].findIndex((keys) => keys.includes(character));
    const index = keyboards[scanner][row]?.indexOf(character) ?? -1;
    if (index < 0) return [];
    const made = keyboards[computer][row]![index]!;
    const key = dead[computer]?.includes(made) ? 'Dead' : made;
    const stroke = { key, code: codes[index]!, shiftKey: row === 1 };
    return row === 1 ? [{ key: 'Shift', code: 'ShiftLeft', shiftKey: true }, stroke] : [stroke];
  });
}

function type(strokes: Omit<Stroke, 'at'>[], { gap = 5, end = 'Enter', inField = false } = {}) {
  const scanner = createKeyboardScanner();
  const all = end ? [...strokes, { key: end }] : strokes;
  const answers = all.map((stroke, index) => scanner.press({ ...stroke, at: index * gap, inField }));
  return end ? answers.at(-1) : (scanner.pause('short') ?? scanner.pause('long') ?? 'typing');
}
const read = (answer: ReturnType<typeof type>) =>
  typeof answer === 'object' ? parseScannedCode(answer.text) : answer;
const whole = { userId, pass: t };

test.each([1, 5, 32, 60, 100, 120, 160])('a pass is read at %i ms a key, whatever ends it', (gap) => {
  for (const inField of [false, true])
    for (const end of ['Enter', 'Tab', '', 'ArrowDown'])
      expect(read(type(pressedKeys(pass, 'US'), { gap, end, inField }))).toEqual(whole);
});

test('characters around a pass do not matter', () => {
  for (const [before, after] of [
    [']Q1', ''],
    ['', ';'],
    [' ', '\\000026'],
  ])
    expect(read(type(pressedKeys(`${before}${pass}${after}`, 'US')))).toEqual(whole);
});

test.each(Object.keys(keyboards) as (keyof typeof keyboards)[])(
  'a scanner for the US, a %s computer',
  (computer) => {
    expect(read(type(pressedKeys(pass, computer)))).toEqual(whole);
    // A remote desktop sends the characters only, without the keys.
    const characters = pressedKeys(pass, computer).map(({ key }) => ({ key }));
    if (computer !== 'Greek') expect(read(type(characters))).toEqual(whole);
  },
);

test.each(['British', 'German', 'French'] as const)('a %s scanner', (scanner) => {
  // What needs AltGr on that keyboard is lost.
  for (const computer of ['US', scanner, 'German', 'French'] as const)
    expect(read(type(pressedKeys(pass, computer, scanner)))).toEqual(whole);
});

test('a text is read through every layout, as characters alone', () => {
  const through = (computer: keyof typeof keyboards) =>
    [...pass].map((character) => {
      const row = us.findIndex((keys) => keys.includes(character));
      return row < 0 ? character : keyboards[computer][row]![us[row]!.indexOf(character)]!;
    });
  for (const computer of ['US', 'British', 'German', 'French'] as const)
    expect(findTypedCode(through(computer).join(''))).toBe(pass);
});

test('a character may come as its number with Alt, and a pass of before has a name in any letters', () => {
  const byNumber = (text: string, padding: string) =>
    [...text].flatMap((character) => [
      { key: 'Alt', code: 'AltLeft', altKey: true },
      ...[...`${padding}${character.codePointAt(0)}`].map((key) => ({
        key,
        code: `Numpad${key}`,
        altKey: true,
      })),
    ]);
  expect(read(type(byNumber(pass, '')))).toEqual(whole);
  expect(read(type(byNumber(pass, '0'), { gap: 100, end: '' }))).toEqual(whole);
  const [before = '', after = ''] = JSON.stringify({ userId, name: 'Zoë', t }).split('ë');
  const mixed = [...pressedKeys(before, 'German'), ...byNumber('ë', '0'), ...pressedKeys(after, 'German')];
  expect(read(type(mixed))).toEqual(whole);
  // Characters that this keyboard has no key for are dropped.
  expect(read(type(pressedKeys(`${before}艾${after}`, 'French')))).toEqual(whole);
});

test('a person is told from a scanner', () => {
  const typing = (text: string, gap: number, options = {}) =>
    type(pressedKeys(text, 'US'), { gap, ...options });
  for (const inField of [false, true]) {
    for (const gap of [60, 120, 200, 400])
      for (const end of ['Enter', 'Tab', ''])
        expect(typing('maryam mirzakhani', gap, { inField, end })).toBe('typing');
    expect(typing('short', 5, { inField })).toBe('typing');
  }
  expect(typing('wolfeschlegelsteinhausen bergerdorff', 120, { inField: true })).toBe('typing');
  const scanner = createKeyboardScanner();
  const quick = ['m', 'm', '/', 'm', ' ', ' ', 'Escape', 'Enter'].map((key, at) =>
    scanner.press({ key, at: 40 * at }),
  );
  expect(quick).toEqual(Array(8).fill('typing'));
});

test('no letter of a slow pass is a shortcut, and a second last key is not a confirmation', () => {
  const scanner = createKeyboardScanner();
  const [first, ...rest] = [...pass].map((key, index) => scanner.press({ key, at: 120 * index }));
  expect(first).toBe('typing');
  expect(new Set(rest)).toEqual(new Set(['burst']));
  const at = 120 * pass.length;
  expect(scanner.press({ key: 'Tab', at })).toEqual({ text: pass });
  expect(scanner.press({ key: 'Enter', at: at + 120 })).toBe('burst');
  expect(scanner.press({ key: 'Enter', at: at + 500 })).toBe('typing');
  for (const [index, key] of [...pass].entries()) scanner.press({ key, at: 9000 + index });
  expect(scanner.pause('short')).toEqual({ text: pass });
  expect(scanner.press({ key: 'Enter', at: 9000 + pass.length + 100 })).toBe('burst');
  expect(scanner.press({ key: 'Escape', at: 9000 + pass.length + 110 })).toBe('typing');
});

test('a scanner may stall in the middle of a pass', () => {
  const scanner = createKeyboardScanner();
  let at = 0;
  for (const [index, key] of [...pass].entries()) {
    at += [20, 80, 140].includes(index) ? 1500 : 5;
    scanner.press({ key, at });
    if (index < pass.length - 1) expect(scanner.pause('short')).toBeUndefined();
  }
  expect(scanner.pause('short')).toEqual({ text: pass });
});

test('a foreign code is read from a scanner, a label of a thing at any pace', () => {
  expect(type(pressedKeys('https://example.org/a-menu', 'US'))).toEqual({
    text: 'https://example.org/a-menu',
  });
  expect(type(pressedKeys('overnight thing 12', 'French'), { gap: 110 })).toEqual({
    text: 'overnight thing 12',
  });
});

test('a pass in unknown characters is told from other texts', () => {
  const greek = pressedKeys(pass, 'Greek').map(({ key }) => ({ key }));
  const answer = type(greek, { gap: 120, inField: true });
  expect(typeof answer === 'object' && parseScannedCode(answer.text)).toBeUndefined();
  expect(typeof answer === 'object' && looksLikePass(answer.text)).toBe(true);
  for (const text of [
    '',
    'hello',
    'https://example.org/a-menu?id=5f0c9a52-6c1e-4c7e-9a53-0d4b9f2f8f11',
    'x'.repeat(40),
  ])
    expect(looksLikePass(text)).toBe(false);
});
