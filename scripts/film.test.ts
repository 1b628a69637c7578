import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultEvent } from '../server/testing/default-event.ts';
import { drawFilm, filmSeconds } from './art/film.ts';

const file = (name: string) => readFile(path.join(import.meta.dirname, '../web/static/films', name));

test('the film of the default event is small, plays everywhere, and starts before all of it has arrived', async () => {
  const film = await file('clozyt.mp4');
  expect(film.length).toBeLessThan(600_000);
  expect(film.subarray(4, 8).toString()).toBe('ftyp');
  const offsetOf = (box: string) => film.indexOf(box, 0, 'latin1');
  expect(offsetOf('avc1')).toBeGreaterThan(0);
  expect(offsetOf('moov')).toBeLessThan(offsetOf('mdat'));
});

test('the poster is a picture of the film that the script draws, and every second is another picture', async () => {
  const size = { width: 200, height: 150 };
  const raw = (picture: Buffer) => sharp(picture).resize(size).removeAlpha().raw().toBuffer();
  const [drawn, committed] = [await raw(Buffer.from(drawFilm(7))), await raw(await file('clozyt.jpg'))];
  const difference = drawn.reduce((sum, value, at) => sum + Math.abs(value - (committed[at] ?? 0)), 0);
  expect(difference / drawn.length).toBeLessThan(8);
  const pictures = Array.from({ length: filmSeconds }, (_, second) => drawFilm(second));
  expect(new Set(pictures).size).toBe(filmSeconds);
});

test('the captions cover the film with the words of the dialog', async () => {
  const captions = (await file('clozyt.vtt')).toString();
  const spoken = captions
    .split('\n\n')
    .slice(2)
    .map((cue) => cue.split('\n')[1]);
  const { body, prize } = defaultEvent.tracks[1]!.description!;
  expect(`${spoken.join(' ')}`.trim()).toBe(`${body} ${prize}.`);
  expect(captions).toContain('--> 00:12.000');
});
