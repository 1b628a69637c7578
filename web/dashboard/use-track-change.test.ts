import { expect, it } from 'vitest';
import { questionFor } from './use-track-change.ts';

const track = { slug: '', title: '', summary: '', prize: '', requiresPitchDeck: false };
const hacker = { ...track, id: 'Hacker Track' };
const clozyt = { ...track, id: 'Clozyt Track', maxTeamSize: 2 };
const startup = { ...track, id: 'Startup Track', requiresPitchDeck: true };

it('asks only where the track wants something', () => {
  expect(questionFor(hacker, 4)).toBeNull();
  expect(questionFor(startup, undefined)).toEqual({ is: 'deck', track: startup });
  expect(questionFor(clozyt, undefined)).toBeNull();
  expect(questionFor(clozyt, 1)).toBeNull();
  expect(questionFor(clozyt, 2)).toEqual({ is: 'limit', track: clozyt, max: 2 });
  // Too many is for the server to refuse.
  expect(questionFor(clozyt, 3)).toBeNull();
});
