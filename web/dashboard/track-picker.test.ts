// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { findTrackQuestion } from './track-picker.tsx';

const track = {
  slug: '',
  title: '',
  summary: '',
  prize: '',
  requiresPitchDeck: false,
  rubric: 'hacker' as const,
};
const hacker = { ...track, id: 'Hacker Track' };
const clozyt = { ...track, id: 'Clozyt Track', maxTeamSize: 2 };
const startup = { ...track, id: 'Startup Track', requiresPitchDeck: true };

it('asks only where the track wants something', () => {
  expect(findTrackQuestion(hacker, 4)).toBeNull();
  expect(findTrackQuestion(startup, undefined)).toBe('deck');
  expect(findTrackQuestion(clozyt, undefined)).toBeNull();
  expect(findTrackQuestion(clozyt, 1)).toBeNull();
  expect(findTrackQuestion(clozyt, 2)).toBe('limit');
  // The server refuses teams that are too large.
  expect(findTrackQuestion(clozyt, 3)).toBeNull();
});
