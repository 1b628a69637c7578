import { describe, expect, it } from 'vitest';
import {
  emptyForm,
  type FormValues,
  listFormProblems,
  parseDraft,
  toFields,
  toFiles,
} from './form-values.ts';

const tracks = [
  { id: 'Hacker Track', requiresPitchDeck: false },
  { id: 'Startup Track', requiresPitchDeck: true },
];
const resume = new File(['%PDF-1.7'], 'resume.pdf');
const pitchDeck = new File(['%PDF-1.7'], 'deck.pdf');
const team = {
  _id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  name: 'Owls',
  maxMembers: 4,
  seatsLeft: 3,
  memberCount: 1,
  leader: { name: 'Ada' },
  track: 'Hacker Track',
  can: { ask: true },
  refusal: null,
};

function form(changes: Partial<FormValues> = {}): FormValues {
  return {
    ...emptyForm,
    major: 'Biology',
    tShirtSize: 'M',
    dietaryRestrictions: 'vegan',
    whyJoin: 'To build.',
    track: 'Hacker Track',
    teamPreference: 'solo',
    resume,
    ...changes,
  };
}
const wrong = (changes: Partial<FormValues>) =>
  listFormProblems(form(changes), { tracks }).map(({ field, message }) => [field, message]);

describe('what keeps the form from being sent', () => {
  it('is nothing when everything is there', () => {
    expect(listFormProblems(form(), { tracks })).toEqual([]);
  });

  it('is a date of birth with a mistyped year', () => {
    const born = { id: 'born', type: 'date', label: 'Date of birth', required: true } as const;
    const guardian = { question: 'born', under: 18 };
    const event = { tracks, questions: [born], guardian, dates: { start: '2025-09-20' } };
    const wrongBirth = (day: string) =>
      listFormProblems(form({ answers: { born: day } }), event).map(({ field, message }) => [field, message]);
    expect(wrongBirth('2003-05-12')).toEqual([]);
    expect(wrongBirth('0007-09-20')).toEqual([
      ['answers.born', 'Date of birth must be 5 to 120 years before the event.'],
    ]);
  });

  it('names every empty field in the order of the page, blanks counting as empty', () => {
    expect(
      listFormProblems({ ...emptyForm, major: ' \n', tShirtSize: null }, { tracks }).map(
        ({ field, code }) => [field, code],
      ),
    ).toEqual([
      ['major', 'apply_missing'],
      ['tShirtSize', 'apply_missing'],
      ['dietaryRestrictions', 'apply_missing'],
      ['whyJoin', 'apply_missing'],
      ['track', 'apply_missing'],
      ['teamPreference', 'apply_missing'],
      ['resume', 'apply_resume_missing'],
    ]);
  });

  it('uses the sentences of each condition', () => {
    expect(wrong({ dietaryRestrictions: 'other', dietaryDetail: ' ' })).toEqual([
      ['dietaryDetail', 'Please specify your dietary restrictions'],
    ]);
    expect(wrong({ teamPreference: 'createTeam', teamName: '  ' })).toEqual([
      ['teamName', 'Please enter a team name'],
    ]);
    expect(wrong({ teamPreference: 'lookingForTeam' })).toEqual([
      ['selectedTeam', 'Please select a team to join'],
    ]);
    expect(wrong({ resume: null })).toEqual([['resume', 'Please upload your resume']]);
    expect(wrong({ track: 'Startup Track' })).toEqual([
      ['pitchDeck', 'Please upload your pitch deck for Startup Track'],
    ]);
  });

  it('counts lengths in characters as people see them', () => {
    expect(wrong({ whyJoin: '🌙'.repeat(5000) })).toEqual([]);
    expect(wrong({ whyJoin: '🌙'.repeat(5001) })).toEqual([
      ['whyJoin', '“Why do you want to join?” is longer than 5000 characters.'],
    ]);
  });
});

describe('what is sent', () => {
  it('carries the detail of other food, and nothing of choices that were not made', () => {
    const values = form({
      dietaryRestrictions: 'other',
      dietaryDetail: ' no nuts ',
      teamName: 'Left over',
      selectedTeam: team,
      pitchDeck,
    });
    expect(toFields(values)).toEqual({
      major: 'Biology',
      dietaryRestrictions: 'other: no nuts',
      tShirtSize: 'M',
      whyJoin: 'To build.',
      track: 'Hacker Track',
      teamPreference: 'solo',
      teamName: undefined,
      selectedTeam: undefined,
    });
    expect(toFiles(values, tracks)).toEqual({ resume });
  });

  it('carries the team and the deck where they belong', () => {
    expect(toFields(form({ teamPreference: 'lookingForTeam', selectedTeam: team })).selectedTeam).toBe(
      team._id,
    );
    expect(toFields(form({ teamPreference: 'createTeam', teamName: 'Owls' })).teamName).toBe('Owls');
    expect(toFiles(form({ track: 'Startup Track', pitchDeck }), tracks)).toEqual({ resume, pitchDeck });
  });
});

describe('a kept draft', () => {
  it('comes back as it was', () => {
    const values = form({ selectedTeam: team });
    const { resume: _, pitchDeck: __, ...text } = values;
    expect(parseDraft({ values: JSON.parse(JSON.stringify(text)), files: { resume } })).toEqual(values);
  });

  it('loses what does not fit the form of today', () => {
    expect(
      parseDraft({
        values: { major: 7, track: 'Hacker Track', selectedTeam: { _id: 1 }, gone: 'x' },
        files: {},
      }),
    ).toEqual({
      ...emptyForm,
      track: 'Hacker Track',
    });
  });
});
