import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findCheckInTime,
  findLastCheckIn,
  findShownCheckIn,
  initialStation,
  isSuccess,
  isUnsent,
  type JournalEntry,
  listUnsettled,
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
const checkpoint = 'entrance';
const iso = (at: number) => new Date(at).toISOString();
const outcome = (result: ScanOutcome['result'], key?: string): ScanOutcome => ({
  ...{ result, title: result },
  ...(key && { key }),
});
const identified = (candidate: ScannedParticipant): StationEvent => ({ type: 'identified', candidate });
/** Made by this page when a name is shown, else by another or before a reload. */
const confirmed = (
  { userId, pass }: ScannedParticipant,
  key: string,
  { at = 1, name = undefined as string | undefined } = {},
): JournalEntry => ({
  ...{ type: 'confirmed', at, key, userId, pass, checkpoint },
  ...(name !== undefined && { shown: { name } }),
});
const tapped = (who: ScannedParticipant, key: string, at = 1) => confirmed(who, key, { at, name: who.name });
const answered = (
  { userId }: ScannedParticipant,
  key: string,
  { at = 2, shown = undefined as ScanOutcome | undefined } = {},
): JournalEntry => ({
  ...{ type: 'answered', at, key, userId, checkpoint, checkedInAt: iso(at) },
  ...(shown && { shown: { outcome: shown } }),
});
const saved = (key: string, shown?: ScanOutcome): JournalEntry => ({
  ...{ type: 'saved', at: 2, key },
  ...(shown && { shown: { outcome: shown } }),
});
const refused = (key: string): JournalEntry => ({ type: 'refused', at: 3, key, trouble: 'No.', name: 'A' });
const dropped = (key: string, shown?: { outcome?: ScanOutcome; trouble?: string }): JournalEntry => ({
  ...{ type: 'dropped', at: 3, key },
  ...(shown && { shown }),
});
const undone = (key: string, shown?: ScanOutcome): JournalEntry => ({
  ...{ type: 'undone', at: 4, key, after: 3 },
  ...(shown && { shown: { outcome: shown } }),
});
const undoAnswered = ({ userId }: ScannedParticipant, key: string, at = 5): JournalEntry => ({
  ...{ type: 'undo-answered', at, key, userId, checkpoint },
});
const listed = (at: number, inside: string[], { now = at } = {}): StationEvent => ({
  ...{ type: 'listed', checkpoint, now },
  list: { at, times: new Map(inside.map((id) => [id, iso(at - 1)])) },
});
const scanned: StationEvent = { type: 'scanned' };
const cleared: StationEvent = { type: 'cleared' };
const from = (state: StationState, ...events: StationEvent[]) => events.reduce(reduceStation, state);
const run = (...events: StationEvent[]) => from(initialStation, ...events);

const ready = { step: 'ready' };
const chosen = { step: 'chosen', candidate: ada };
const confirming = { step: 'confirming', candidate: ada, key: 'k1' };
const green = outcome('admitted');
const in1 = outcome('admitted', 'k1');
const adaIsIn = [identified(ada), tapped(ada, 'k1'), answered(ada, 'k1', { shown: green })];
const unlisted = person('ada', { name: '', unlisted: { asOf: 1 } });

test.each<[string, StationEvent[], Partial<StationState>]>([
  ['a pass is looked up', [scanned], { card: { step: 'looking' } }],
  ['and found', [scanned, identified(ada)], { card: chosen as StationState['card'] }],
  ['confirmed', [identified(ada), tapped(ada, 'k1')], { card: confirming as StationState['card'] }],
  ['answered', adaIsIn, { card: ready as StationState['card'], outcome: in1 }],
  ['the success stays while the next pass is read', [...adaIsIn, scanned], { outcome: in1 }],
  ['and beside the next person', [...adaIsIn, identified(alan)], { outcome: in1 }],
  [
    'a refusal gives way to the next scan',
    [identified(ada), tapped(ada, 'k1'), dropped('k1', { outcome: outcome('refused') }), scanned],
    { card: { step: 'looking' }, outcome: undefined, checkIns: [] },
  ],
  [
    'after a fault the person stays, and the next confirmation has the first key',
    [identified(ada), tapped(ada, 'k1'), dropped('k1', { trouble: 'Failed' })],
    { card: { ...chosen, key: 'k1', trouble: 'Failed' } as StationState['card'], checkIns: [] },
  ],
  [
    'nothing replaces a person who is being confirmed, and nobody is confirmed twice',
    [
      ...[identified(ada), tapped(ada, 'k1'), scanned, identified(alan), tapped(alan, 'k2')],
      { type: 'stopped', outcome: outcome('refused') } as const,
    ],
    {
      card: confirming as StationState['card'],
      outcome: undefined,
      checkIns: [expect.objectContaining({ key: 'k1' })],
    },
  ],
  [
    'not even a check-in of another tab',
    [identified(ada), tapped(ada, 'k1'), confirmed(alan, 'k2'), answered(alan, 'k2')],
    { card: confirming as StationState['card'], outcome: undefined },
  ],
  [
    'but the volunteer; the answer still shows, beside the next person',
    [identified(ada), tapped(ada, 'k1'), cleared, identified(alan), answered(ada, 'k1', { shown: green })],
    { card: { step: 'chosen', candidate: alan }, outcome: in1 },
  ],
  [
    'somebody unlisted is confirmed under a name',
    [identified(unlisted), confirmed(unlisted, 'k1', { name: 'Ada' })],
    { card: { step: 'confirming', candidate: { ...unlisted, name: 'Ada' }, key: 'k1' } },
  ],
  [
    'the newer answer to whether somebody is coming',
    [identified(ada), { type: 'attendance', userId: 'ada', attendanceConfirmed: true }],
    { card: { step: 'chosen', candidate: { ...ada, attendanceConfirmed: true } } },
  ],
  [
    'is not another person’s',
    [identified(ada), { type: 'attendance', userId: 'alan', attendanceConfirmed: true }],
    { card: chosen as StationState['card'] },
  ],
  [
    'what was saved turns when the server answers',
    [
      ...[identified(ada), tapped(ada, 'k1'), saved('k1', outcome('saved'))],
      answered(ada, 'k1', { shown: green }),
    ],
    { card: ready as StationState['card'], outcome: in1 },
  ],
  [
    'undone',
    [...adaIsIn, undone('k1', outcome('undone'))],
    { card: ready as StationState['card'], outcome: outcome('undone') },
  ],
  ['a device that stores nothing says so', [{ type: 'unstored' }], { isVolatile: true }],
])('%s', (_what, events, shown) => expect(run(...events)).toMatchObject(shown));

const waiting = [confirmed(ada, 'k1'), saved('k1')];
test.each<[string, StationEvent[], { last?: string; waits?: string[]; isIn: boolean }]>([
  ['nothing', [], { isIn: false }],
  ['being confirmed, or killed while it was', [confirmed(ada, 'k1')], { waits: ['k1'], isIn: true }],
  ['saved', waiting, { last: 'k1', waits: ['k1'], isIn: true }],
  ['answered later', [...waiting, answered(ada, 'k1')], { last: 'k1', isIn: true }],
  ['answered after its entries went', [answered(ada, 'k1')], { last: 'k1', isIn: true }],
  ['refused later', [...waiting, refused('k1')], { waits: ['k1'], isIn: false }],
  [
    'sent once more',
    [...waiting, refused('k1'), { type: 'retried', at: 4, key: 'k1' }],
    { last: 'k1', waits: ['k1'], isIn: true },
  ],
  ['discarded', [...waiting, refused('k1'), dropped('k1')], { isIn: false }],
  ['undone before it was sent', [...waiting, undone('k1')], { waits: ['k1'], isIn: false }],
  ['and the server knows', [...waiting, undone('k1'), undoAnswered(ada, 'k1')], { isIn: false }],
  [
    'undone while it is being sent: the undoing is still to be sent',
    [...waiting, undone('k1'), answered(ada, 'k1')],
    { waits: ['k1'], isIn: false },
  ],
  [
    'undone and refused: there is nothing to say about it',
    [...waiting, undone('k1'), refused('k1'), undoAnswered(ada, 'k1')],
    { isIn: false },
  ],
  [
    'undone and confirmed once more',
    [...waiting, undone('k1'), undoAnswered(ada, 'k1'), confirmed(ada, 'k2', { at: 6 })],
    { waits: ['k2'], isIn: true },
  ],
  ['listed by the server', [listed(9, ['ada'])], { isIn: true }],
  [
    'listed before it was undone here',
    [listed(3, ['ada']), ...waiting, undone('k1')],
    { waits: ['k1'], isIn: false },
  ],
  [
    'undone by an organizer after the answer',
    [...waiting, answered(ada, 'k1'), listed(9, [])],
    { last: 'k1', isIn: false },
  ],
  [
    'not on a list from before the answer',
    [...waiting, answered(ada, 'k1', { at: 10 }), listed(9, [])],
    { last: 'k1', isIn: true },
  ],
  ['on an older list that came late', [listed(9, []), listed(8, ['ada'], { now: 10 })], { isIn: false }],
  ['after the clock was set back', [listed(900, ['ada']), listed(8, [])], { isIn: false }],
  [
    'a minute later it cannot be undone',
    [...waiting, answered(ada, 'k1'), { type: 'outdated', before: 10 }],
    { isIn: true },
  ],
])('a check-in: %s', (_what, events, { last, waits = [], isIn }) => {
  const state = run(...events);
  expect(findLastCheckIn(state, checkpoint)?.key).toBe(last);
  expect(listUnsettled(state).map(({ key }) => key)).toEqual(waits);
  expect(findCheckInTime(state, 'ADA', checkpoint) !== null).toBe(isIn);
  // Reading the same entries twice changes nothing.
  const entries = events.filter((event): event is JournalEntry => 'at' in event && event.type !== 'dropped');
  if (entries.length < events.length) return;
  expect(listUnsettled(from(state, ...entries)).map(({ key }) => key)).toEqual(waits);
});

test('a walk-in has the id of the account once the server has answered', () => {
  const walkIn: JournalEntry = { ...confirmed(person('w1'), 'w1'), walkIn: {} } as JournalEntry;
  const state = run(walkIn, answered(ada, 'w1'));
  expect(findCheckInTime(state, 'ada', checkpoint)).toBe(iso(2));
});

test('a problem waits until the server knows it', () => {
  const problem = { type: 'problem', key: 'p1', at: 1, reason: 'invalid_pass', checkpoint } as const;
  const state = run(problem, problem);
  expect(state.problems).toHaveLength(1);
  expect(from(state, { type: 'reported', at: 2, key: 'p1' }).problems).toEqual([]);
});

test('five seconds end the outcome that they began with', () => {
  const first = run(...adaIsIn);
  const second = from(first, identified(alan), tapped(alan, 'k2'), answered(alan, 'k2', { shown: green }));
  const expire = { type: 'dismissed', outcome: first.outcome } as const;
  const later = from(first, expire);
  expect(later.outcome).toBeUndefined();
  expect([first, later].map((state) => findShownCheckIn(state, 'ADA')?.key)).toEqual(['k1', undefined]);
  expect(from(second, expire)).toBe(second);
});

const repeated: StationEvent = { type: 'repeated' };

test.each<[string, StationEvent[], boolean]>([
  ['while its outcome shows', adaIsIn, true],
  ['and shows again', [...adaIsIn, repeated], true],
  [
    'while it waits on this device',
    [identified(ada), tapped(ada, 'k1'), saved('k1', outcome('saved'))],
    true,
  ],
  ['after the volunteer has closed it', [...adaIsIn, { type: 'dismissed' }], false],
  ['after another way in', [...adaIsIn, cleared], false],
  [
    'after somebody else',
    [...adaIsIn, identified(alan), tapped(alan, 'k2'), answered(alan, 'k2', { shown: green })],
    false,
  ],
  ['after a refusal', [...adaIsIn, { type: 'stopped', outcome: outcome('refused') }], false],
  ['after it was undone', [...adaIsIn, undone('k1', outcome('undone'))], false],
  [
    'when it was refused',
    [identified(ada), tapped(ada, 'k1'), dropped('k1', { outcome: outcome('already') })],
    false,
  ],
])('a pass is seen once more %s', (_when, events, expected) =>
  expect(findShownCheckIn(run(...events), 'ADA') !== undefined).toBe(expected),
);

// A model that knows the whole past, and no state: what happened to somebody is searched each time.
const people = ['ada', 'alan', 'emmy'].map((id) => person(id));
const choice = fc.record({
  type: fc.constantFrom(
    ...(['scanned', 'identified', 'identified', 'confirmed', 'confirmed', 'answered', 'answered'] as const),
    ...(['late', 'late', 'saved', 'refused', 'failed', 'retried', 'discarded', 'listed'] as const),
    ...(['cleared', 'dismissed', 'stopped', 'undone', 'undo-answered', 'repeated'] as const),
  ),
  who: fc.nat(people.length - 1),
  which: fc.nat(5),
  isIn: fc.boolean(),
});

interface Made {
  key: string;
  who: ScannedParticipant;
  past: string[];
}

test('of any sequence of events: one key a person until an answer, nothing is lost or sent twice, and green again only for what never left', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 60 }), (choices) => {
      let state: StationState = initialStation;
      const all: Made[] = [];
      const stored: JournalEntry[] = [];
      let shownSince: Made | undefined;
      for (const [index, { type, who: number, which, isIn }] of choices.entries()) {
        const at = index + 1;
        const before = state;
        const who = people[number]!;
        const { card } = before;
        const unanswered = all.filter(({ past }) => isUnsentByModel(past));
        const one = unanswered[which % Math.max(1, unanswered.length)];
        const live = unanswered.find(({ past }) => past.length === 0);
        let event: StationEvent | undefined;
        const happened = (made: Made | undefined, what: string, entry: (made: Made) => JournalEntry) => {
          if (!made) return;
          event = entry(made);
          made.past.push(what);
        };
        if (type === 'identified') event = identified(who);
        else if (type === 'confirmed' && card.step === 'chosen') {
          const made = { key: card.key ?? `key ${at}`, who: card.candidate, past: [] };
          all.push(made);
          event = tapped(made.who, made.key, at);
        } else if (type === 'answered')
          happened(live, isIn ? 'in' : 'dropped', ({ key, who: whose }) =>
            isIn ? answered(whose, key, { at, shown: green }) : dropped(key, { outcome: outcome('refused') }),
          );
        else if (type === 'failed')
          happened(live, 'dropped', ({ key }) => dropped(key, { trouble: 'Failed' }));
        else if (type === 'saved') happened(live, 'saved', ({ key }) => saved(key, outcome('saved')));
        else if (type === 'late' && one !== live && !one?.past.includes('undone'))
          happened(one, 'in', ({ key, who: whose }) => answered(whose, key, { at }));
        else if (type === 'refused' && one !== live && !one?.past.includes('undone'))
          happened(one, 'refused', ({ key }) => refused(key));
        else if (type === 'retried' || type === 'discarded') {
          const troubled = all.find(({ past }) => past.at(-1) === 'refused');
          happened(troubled, type === 'retried' ? 'saved' : 'dropped', ({ key }) =>
            type === 'retried' ? { type, at, key } : dropped(key),
          );
        } else if (type === 'undone') {
          const last = findLastCheckIn(before, checkpoint);
          happened(
            all.findLast(({ key }) => key === last?.key),
            'undone',
            ({ key }) => undone(key, outcome('undone')),
          );
        } else if (type === 'undo-answered')
          happened(
            all.find(({ past }) => past.at(-1) === 'undone'),
            'gone',
            ({ key, who: whose }) => undoAnswered(whose, key, at),
          );
        else if (type === 'stopped') event = { type, outcome: outcome('refused') };
        else if (type === 'listed') event = listed(at, []);
        else if (type === 'repeated') event = findShownCheckIn(before, who.userId) && { type };
        else if (['scanned', 'cleared', 'dismissed'].includes(type)) event = { type } as StationEvent;
        if (!event) continue;
        state = reduceStation(before, event);
        if ('at' in event) {
          const { shown: _, ...entry } = event as JournalEntry & { shown?: unknown };
          stored.push(entry as JournalEntry);
        }

        if (card.step === 'confirming' && state.card.step !== 'confirming')
          expect(['answered', 'dropped', 'saved', 'cleared', 'undone']).toContain(event.type);
        expect(state.checkIns.filter(isUnsent).map(({ key }) => key)).toEqual(
          newest(all)
            .filter(({ past }) => isUnsentByModel(past))
            .map(({ key }) => key),
        );
        const shown = 'shown' in event && event.shown && 'outcome' in event.shown && event.shown.outcome;
        if (shown)
          shownSince = isSuccess(shown) ? all.findLast(({ key }) => key === state.outcome?.key) : undefined;
        else if (['cleared', 'dismissed'].includes(event.type)) shownSince = undefined;
        else if (event.type === 'stopped' && card.step !== 'confirming') shownSince = undefined;
        const again = shownSince && findShownCheckIn(state, shownSince.who.userId);
        expect(again?.key).toBe(shownSince?.key);
        if (!shownSince)
          for (const each of people) expect(findShownCheckIn(state, each.userId)).toBeUndefined();
      }
      // A page that is opened now reads the same check-ins from the journal.
      const facts = ({ checkIns }: StationState) => checkIns.map(({ shownName: _, ...made }) => made);
      expect(facts(run(...stored))).toEqual(facts(state));
    }),
    { numRuns: 500 },
  );
});

/** Of check-ins with the same key, one that failed and its repeat, the later one. */
const newest = (all: Made[]) =>
  all.filter(({ key }, index) => all.findLastIndex((one) => one.key === key) === index);

function isUnsentByModel(past: string[]): boolean {
  const last = past.at(-1);
  return last === undefined || last === 'saved' || last === 'undone';
}
