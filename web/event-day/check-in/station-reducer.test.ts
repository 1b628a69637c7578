import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  initialStation,
  isStillShown,
  isSuccess,
  type OwnCheckIn,
  reduceStation,
  type ScannedParticipant,
  type ScanOutcome,
  type StationEvent,
  type StationState,
} from './station-reducer.ts';

const person = (userId: string, more: Partial<ScannedParticipant> = {}): ScannedParticipant => ({
  userId,
  name: `Person ${userId}`,
  attendanceConfirmed: false,
  from: 'scan',
  pass: `pass of ${userId}`,
  passVerified: true,
  ...more,
});
const [ada, alan] = [person('ada'), person('alan')];
const own = (candidate: ScannedParticipant, key: string): OwnCheckIn => ({
  ...{ candidate, key, checkpoint: 'entrance', at: 1 },
});
const outcome = (result: ScanOutcome['result'], key?: string): ScanOutcome => ({
  ...{ result, title: result },
  ...(key && { key }),
});
const identified = (candidate: ScannedParticipant): StationEvent => ({ type: 'identified', candidate });
const confirmed = (key: string, name?: string): StationEvent => ({ type: 'confirmed', key, name });
const answered = (
  candidate: ScannedParticipant,
  key: string,
  result: ScanOutcome['result'] = 'admitted',
): StationEvent => ({ type: 'answered', checkIn: own(candidate, key), outcome: outcome(result) });
const scanned: StationEvent = { type: 'scanned' };
const cleared: StationEvent = { type: 'cleared' };
const run = (...events: StationEvent[]) => events.reduce(reduceStation, initialStation);

const ready = { step: 'ready' };
const chosen = { step: 'chosen', candidate: ada };
const adaIsIn = [identified(ada), confirmed('k1'), answered(ada, 'k1')];
const shown = { outcome: outcome('admitted', 'k1'), last: own(ada, 'k1') };
const wait = (key: string): StationEvent => ({ type: 'unanswered', key, trouble: 'No answer' });
const unlisted = person('ada', { name: '', unlisted: { asOf: 1 } });

test.each<[string, StationEvent[], object]>([
  ['a pass is looked up', [scanned], { card: { step: 'looking' } }],
  ['and found', [scanned, identified(ada)], { card: chosen }],
  ['confirmed', [identified(ada), confirmed('k1')], { card: { ...chosen, step: 'confirming', key: 'k1' } }],
  ['answered: in, and can be undone', adaIsIn, { card: ready, ...shown }],
  [
    'the success stays while the next pass is read',
    [...adaIsIn, scanned],
    { card: { step: 'looking' }, ...shown },
  ],
  [
    'and beside the next person',
    [...adaIsIn, identified(alan)],
    { card: { step: 'chosen', candidate: alan }, ...shown },
  ],
  [
    'a refusal gives way to the next scan',
    [identified(ada), confirmed('k1'), answered(ada, 'k1', 'refused'), scanned],
    { card: { step: 'looking' }, outcome: undefined },
  ],
  [
    'a refused confirmation leaves what can be undone',
    [...adaIsIn, identified(alan), confirmed('k2'), answered(alan, 'k2', 'already')],
    { card: ready, outcome: outcome('already', 'k2'), last: own(ada, 'k1') },
  ],
  [
    'without an answer the person stays, and the next confirmation has the first key',
    [identified(ada), confirmed('k1'), wait('k1'), confirmed('k2')],
    { card: { ...chosen, step: 'confirming', key: 'k1' } },
  ],
  [
    'nothing replaces a person who is being confirmed, and nobody is confirmed twice',
    [
      ...[identified(ada), confirmed('k1'), scanned, identified(alan), confirmed('k2'), wait('k2')],
      { type: 'refused', outcome: outcome('refused') },
    ],
    { card: { ...chosen, step: 'confirming', key: 'k1' } },
  ],
  [
    'but the volunteer; the answer still shows, beside the next person',
    [identified(ada), confirmed('k1'), cleared, identified(alan), answered(ada, 'k1')],
    { card: { step: 'chosen', candidate: alan }, ...shown },
  ],
  [
    'somebody unlisted is not confirmed without a name',
    [identified(unlisted), confirmed('k1')],
    {
      card: { step: 'chosen', candidate: unlisted },
    },
  ],
  [
    'somebody unlisted is confirmed under a name',
    [identified(unlisted), confirmed('k1', 'Ada')],
    { card: { step: 'confirming', candidate: { ...unlisted, name: 'Ada' }, key: 'k1' } },
  ],
  [
    'the newer answer to whether somebody is coming',
    [identified(ada), { type: 'attendance', userId: 'ada', attendanceConfirmed: true }],
    { card: { ...chosen, candidate: { ...ada, attendanceConfirmed: true } } },
  ],
  [
    'is not another person’s',
    [identified(ada), { type: 'attendance', userId: 'alan', attendanceConfirmed: true }],
    { card: chosen },
  ],
  [
    'what was saved turns when the server answers',
    [
      ...[identified(ada), confirmed('k1'), answered(ada, 'k1', 'saved')],
      { type: 'settled', key: 'k1', outcome: outcome('admitted') },
    ],
    { card: ready, ...shown },
  ],
  [
    'another outcome does not',
    [...adaIsIn, { type: 'settled', key: 'k2', outcome: outcome('refused') }],
    { card: ready, ...shown },
  ],
  [
    'nor one that has left',
    [...adaIsIn, { type: 'dismissed' }, { type: 'settled', key: 'k1', outcome: outcome('admitted') }],
    { card: ready, outcome: undefined, last: own(ada, 'k1') },
  ],
  [
    'undone',
    [...adaIsIn, { type: 'undone', outcome: outcome('undone') }],
    {
      card: ready,
      outcome: outcome('undone'),
      last: undefined,
    },
  ],
  [
    'a minute later nothing can be undone',
    [...adaIsIn, { type: 'outdated', key: 'k1' }],
    { card: ready, outcome: shown.outcome },
  ],
  [
    'nor is the minute that of another',
    [...adaIsIn, { type: 'outdated', key: 'k0' }],
    { card: ready, ...shown },
  ],
  [
    'after a reload it still can',
    [{ type: 'recalled', last: own(ada, 'k1') }],
    { card: ready, last: own(ada, 'k1') },
  ],
  [
    'a newer one counts',
    [...adaIsIn, { type: 'recalled', last: own(alan, 'k0') }],
    { card: ready, ...shown },
  ],
])('%s', (_what, events, state) => expect(run(...events)).toEqual(state));

test('five seconds end the outcome that they began with', () => {
  const first = run(...adaIsIn);
  const second = [identified(alan), confirmed('k2'), answered(alan, 'k2')].reduce(reduceStation, first);
  const expire = { type: 'dismissed', outcome: first.outcome } as const;
  const later = reduceStation(first, expire);
  expect([later.outcome, isStillShown(first, 'ADA'), isStillShown(later, 'ADA')]).toEqual([
    undefined,
    true,
    false,
  ]);
  expect(reduceStation(second, expire)).toBe(second);
});

const repeated: StationEvent = { type: 'repeated' };

test.each<[string, StationEvent[], boolean]>([
  ['while its outcome shows', adaIsIn, true],
  ['and shows again', [...adaIsIn, repeated], true],
  ['while it waits on this device', [identified(ada), confirmed('k1'), answered(ada, 'k1', 'saved')], true],
  ['after the volunteer has closed it', [...adaIsIn, { type: 'dismissed' }], false],
  ['after another way in', [...adaIsIn, cleared], false],
  ['after somebody else', [...adaIsIn, identified(alan), confirmed('k2'), answered(alan, 'k2')], false],
  ['after a refusal', [...adaIsIn, { type: 'refused', outcome: outcome('refused') }], false],
  ['after it was undone', [...adaIsIn, { type: 'undone', outcome: outcome('undone') }], false],
  ['when it was refused', [identified(ada), confirmed('k1'), answered(ada, 'k1', 'already')], false],
])('a pass is seen once more %s', (_when, events, expected) => {
  const state = run(...events);
  expect(isStillShown(state, 'ADA')).toBe(expected);
});

// A model that knows the whole past, and no state: what happened since is searched each time.
const people = ['ada', 'alan', 'emmy'].map((id) => person(id));
const choice = fc.record({
  type: fc.constantFrom(
    ...(['scanned', 'identified', 'identified', 'confirmed', 'confirmed', 'answered', 'answered'] as const),
    ...([
      'unanswered',
      'refused',
      'cleared',
      'dismissed',
      'expired',
      'undone',
      'settled',
      'repeated',
    ] as const),
  ),
  who: fc.nat(people.length - 1),
  isIn: fc.boolean(),
});

test('of any sequence of events: one key a person until an answer, and green again only for what never left', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 60 }), (choices) => {
      let state: StationState = initialStation;
      /** Sent and not answered, as the page's own calls are. */
      const sent: OwnCheckIn[] = [];
      const log: StationEvent[] = [];
      for (const [at, { type, who, isIn }] of choices.entries()) {
        const event = ((): StationEvent | undefined => {
          if (type === 'identified') return identified(people[who]!);
          if (type === 'confirmed') return confirmed(`key ${at}`);
          if (type === 'answered' || type === 'unanswered') {
            const made = sent.shift();
            if (type === 'unanswered') return made && wait(made.key);
            return made && answered(made.candidate, made.key, isIn ? 'admitted' : 'refused');
          }
          if (type === 'refused' || type === 'undone') return { type, outcome: outcome(type) };
          if (type === 'settled')
            return state.last && { type, key: state.last.key, outcome: outcome('admitted') };
          if (type === 'expired') return state.outcome && { type: 'dismissed', outcome: state.outcome };
          if (type === 'repeated' && !isStillShown(state, people[who]!.userId)) return undefined;
          return { type };
        })();
        if (!event) continue;
        const before = state;
        state = reduceStation(before, event);
        log.push(event);
        const { card } = state;
        if (card.step === 'confirming' && before.card.step !== 'confirming') {
          expect(event.type).toBe('confirmed');
          sent.push(own(card.candidate, card.key));
        }
        if (before.card.step === 'confirming' && card.step !== 'confirming')
          expect(['answered', 'unanswered', 'cleared', 'undone']).toContain(event.type);
        const since = log.findLastIndex((past) => past.type === 'answered' && isSuccess(past.outcome));
        const success = log[since] as Extract<StationEvent, { type: 'answered' }> | undefined;
        const later = log.slice(since + 1).map((past) => past.type);
        const isUndone = later.includes('undone');
        expect(state.last?.key).toBe(isUndone ? undefined : success?.checkIn.key);
        const hasLeft = later.some((past) => ['cleared', 'dismissed', 'undone', 'answered'].includes(past));
        if (!success) continue;
        const isGreen = isStillShown(state, success.checkIn.candidate.userId);
        if (hasLeft) expect(isGreen).toBe(false);
        else if (!later.includes('refused')) expect(isGreen).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
