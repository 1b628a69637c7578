import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultEvent } from '../server/testing/default-event.ts';

const file = (name: string) => readFile(path.join(import.meta.dirname, '../web/static/films', name));

test('the film of the default event is small, plays everywhere, and starts before all of it has arrived', async () => {
  const film = await file('clozyt.mp4');
  expect(film.length).toBeLessThan(600_000);
  expect(film.subarray(4, 8).toString()).toBe('ftyp');
  const offsetOf = (box: string) => film.indexOf(box, 0, 'latin1');
  expect(offsetOf('avc1')).toBeGreaterThan(0);
  expect(offsetOf('moov')).toBeLessThan(offsetOf('mdat'));
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
