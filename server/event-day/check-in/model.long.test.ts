import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import {
  type CheckInAnswer,
  type CheckInModelState,
  type CheckInOperation,
  runCheckInOperation,
} from '../../testing/check-in-model.ts';
import { sendDeck, submitForm } from '../../testing/forms.ts';
import { explainAnswers } from '../../testing/linearize.ts';
import { createModelApp, explainRandomCalls } from '../../testing/model-runs.ts';
import { expectInvariants } from '../../testing/teams.ts';
import { passToken } from './pass.ts';

const actors = 10;
const checkpoints = ['entrance', 'saturday-lunch'];
const reasons = ['invalid_pass', 'already_checked_in'];
/** Few, so that most reports are repeats. */
const reportKeys = Array.from({ length: 6 }, () => crypto.randomUUID());

const started = Date.now();

let site: TestApp;
let stations: TestActor[];
beforeAll(async () => {
  site = await createModelApp();
  stations = [await signUpAdmin(site), await signUpAdmin(site), await signUpAdmin(site)];
});
afterAll(() => site.close());

/** Numbers that choose from what exists when the operation is sent. */
const choice = fc.record({
  kind: fc.constantFrom(
    ...(['submit', 'deck', 'renew', 'track', 'attend', 'attend', 'decide', 'decide'] as const),
    ...(['scan', 'scan', 'scan', 'record', 'record', 'take back', 'undo', 'resolve', 'resolve'] as const),
    ...(['look', 'report', 'report'] as const),
  ),
  who: fc.nat(actors - 1),
  target: fc.nat(1000),
  other: fc.nat(1000),
});
type Choice = typeof choice extends fc.Arbitrary<infer C> ? C : never;

let syncs = 0;
/** A time of its own for each offline check-in, before every scan and not in the order of sending. */
function createEarlierTime(): string {
  syncs += 1;
  return new Date(started - 3_600_000 + ((syncs * 7919) % 600_000)).toISOString();
}

function toOperation(world: CheckInModelState, ids: string[], chosen: Choice): CheckInOperation {
  const { kind, target, other } = chosen;
  const who = ids[chosen.who]!;
  const by = stations[target % stations.length]!.id;
  const checkpoint = checkpoints[other % checkpoints.length]!;
  const stored = Object.keys(world.checkIns);
  const open = stored.filter((key) => world.checkIns[key]!.state === 'conflict');
  const pickKey = (keys: string[]) => keys[target % keys.length] ?? crypto.randomUUID();
  const personOf = (key: string) => world.checkIns[key]?.person ?? who;
  switch (kind) {
    case 'track':
      return { kind, who, track: ['Hacker Track', 'Startup Track'][other % 2]! };
    case 'attend':
      return { kind, who, attending: other % 2 === 0 };
    case 'decide':
      return { kind, who, status: other % 3 ? 'approved' : 'rejected', inBulk: target % 4 === 0 };
    case 'look':
      return { kind, who, by, checkpoint, key: `look ${crypto.randomUUID()}`, pass: world.people[who]!.pass };
    case 'scan':
      return { kind, who, by, checkpoint, key: crypto.randomUUID(), pass: world.people[who]!.pass };
    case 'report':
      return { kind, who, by, checkpoint, key: pickKey(reportKeys), reason: reasons[other % 2]! };
    case 'record':
      return { kind, who, by, checkpoint, key: crypto.randomUUID(), at: createEarlierTime() };
    case 'take back': {
      const key = pickKey(stored);
      const { person = who, checkpoint: where = checkpoint } = world.checkIns[key] ?? {};
      return { kind, who: person, by, checkpoint: where, key };
    }
    case 'undo': {
      const key = pickKey(stored);
      return { kind, who: personOf(key), key };
    }
    case 'resolve': {
      const key = pickKey(other % 4 && open.length ? open : stored);
      return { kind, who: personOf(key), key, keep: other % 2 ? 'first' : 'second' };
    }
    default:
      return { kind, who };
  }
}

interface Known {
  people: Map<string, TestActor>;
  /** The ids of applications by person and of check-ins by key, for calls that name them. */
  applicationIds: Map<string, string>;
  checkInIds: Map<string, string>;
}

function decide(
  station: TestActor,
  id: string,
  { status, inBulk }: Extract<CheckInOperation, { kind: 'decide' }>,
) {
  return inBulk
    ? station.call('POST', '/applications/status', { ids: [id], status })
    : station.call('PUT', `/applications/${id}`, { status });
}

function send({ people, applicationIds, checkInIds }: Known, operation: CheckInOperation) {
  const person = people.get(operation.who)!;
  const station = stations.find(({ id }) => 'by' in operation && id === operation.by) ?? stations[0]!;
  const idOf = (ids: Map<string, string>, name: string) => ids.get(name) ?? crypto.randomUUID();
  switch (operation.kind) {
    case 'submit':
      return submitForm(person);
    case 'deck':
      return sendDeck(person);
    case 'renew':
      return person.call('POST', `/users/${person.id}/pass`);
    case 'track':
      return person.call('PUT', '/applications/track', { track: operation.track });
    case 'attend':
      return person.call('PUT', '/attendance', { attending: operation.attending });
    case 'decide':
      return decide(station, idOf(applicationIds, person.id), operation);
    case 'scan': {
      const pass = passToken(site.services, { id: person.id, passVersion: operation.pass });
      const body = { userId: person.id, checkpoint: operation.checkpoint, pass };
      const headers = { 'idempotency-key': operation.key };
      return station.call('POST', '/applications/check-in', body, { headers });
    }
    case 'look': {
      const pass = passToken(site.services, { id: person.id, passVersion: operation.pass });
      const { checkpoint } = operation;
      return station.call('POST', '/check-ins/read', { userId: person.id, checkpoint, pass });
    }
    case 'report': {
      const { key, checkpoint, reason } = operation;
      const attempt = { key, reason, userId: person.id, checkpoint, at: new Date().toISOString() };
      return station.call('POST', '/check-ins/attempts', { attempts: [attempt] });
    }
    case 'record': {
      const { key, checkpoint, at } = operation;
      return station.call('PUT', `/check-ins/keys/${key}`, { userId: person.id, checkpoint, at });
    }
    case 'take back': {
      const { key, checkpoint } = operation;
      const body = { userId: person.id, checkpoint, at: new Date().toISOString(), after: 5 };
      return station.call('DELETE', `/check-ins/keys/${key}`, body);
    }
    case 'undo':
      return station.call('DELETE', `/check-ins/${idOf(checkInIds, operation.key)}`, { reason: 'Mistake' });
    case 'resolve': {
      const path = `/check-ins/conflicts/${idOf(checkInIds, operation.key)}`;
      return station.call('PUT', path, { keep: operation.keep, reason: 'Seen' });
    }
  }
}

const answers: Record<number, CheckInAnswer> = {
  200: 'done',
  201: 'done',
  400: 'wrong',
  403: 'missing',
  404: 'missing',
  409: 'refused',
};

function toAnswer(operation: CheckInOperation, sent: Awaited<ReturnType<TestActor['call']>>): CheckInAnswer {
  if (operation.kind === 'decide' && operation.inBulk) {
    const [failed] = sent.json().failed;
    if (failed) return failed.code === 'not_found' ? 'missing' : 'refused';
  }
  return answers[sent.statusCode]!;
}

/** Returns what the database holds about these people. */
async function readState(ids: string[]) {
  const { db } = site.database;
  const [people, rows, refusals] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('applications', 'applications.user_id', 'users.id')
      .select(['users.id', 'pass_version', 'status', 'track', 'pitch_deck_file_id', 'attendance_confirmed'])
      .select('applications.id as applicationId')
      .where('users.id', 'in', ids)
      .execute(),
    db.selectFrom('check_ins').selectAll().where('user_id', 'in', ids).execute(),
    db.selectFrom('check_in_attempts').selectAll().execute(),
  ]);
  const state: CheckInModelState = { people: {}, checkIns: {}, refusals: {} };
  for (const { id, status, track, ...row } of people)
    state.people[id] = {
      status,
      track: track ?? '',
      deck: row.pitch_deck_file_id !== null,
      attending: row.attendance_confirmed ?? false,
      pass: row.pass_version,
    };
  for (const row of rows) {
    const { user_id: person, checkpoint, checked_in_by: by } = row;
    const at = row.checked_in_at.toISOString();
    state.checkIns[row.key] = { person, checkpoint, state: row.state, by: by ?? '', at };
  }
  for (const { id, user_id: person, checkpoint, reason } of refusals)
    state.refusals[id] = { person, checkpoint, reason };
  return {
    state,
    applicationIds: new Map(
      people.flatMap(({ id, applicationId }) => (applicationId ? [[id, applicationId] as const] : [])),
    ),
    checkInIds: new Map(rows.map(({ key, id }) => [key, id])),
  };
}

/** Returns a state as a text that equals another's if and only if the states do. */
function canonical({ people, checkIns, refusals }: CheckInModelState): string {
  const sorted = <T>(record: Record<string, T>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const plain = sorted(checkIns).map(([key, { person, checkpoint, state, by }]) => [
    key,
    person,
    checkpoint,
    state,
    by,
  ]);
  return JSON.stringify([
    sorted(people).map(([id, p]) => [id, p.status, p.track, p.deck, p.attending, p.pass]),
    plain,
    // Without keys: those of looked-up passes are the program's own.
    Object.values(refusals)
      .map(({ person, checkpoint, reason }) => `${person} ${checkpoint} ${reason}`)
      .sort(),
  ]);
}

/** Deletes the refusals that no report can repeat, here and there: the search for an order is shorter without them. */
async function forgetOtherRefusals(world: CheckInModelState): Promise<void> {
  await site.database.db
    .deleteFrom('check_in_attempts')
    .where((eb) => eb.or([eb('key', 'is', null), eb('key', 'not in', reportKeys)]))
    .execute();
  for (const name of Object.keys(world.refusals))
    if (!reportKeys.some((key) => name.startsWith(key))) delete world.refusals[name];
}

async function play(plan: Choice[][]): Promise<void> {
  const people = new Map<string, TestActor>();
  await site.database.db.deleteFrom('check_in_attempts').execute();
  for (let n = 0; n < actors; n += 1) {
    const person = await signUp(site);
    if (n % 3) await createApplicant(site, person, { status: n % 2 ? 'approved' : 'pending' });
    people.set(person.id, person);
  }
  const ids = [...people.keys()];
  let known = await readState(ids);
  let world = known.state;
  for (const choices of plan) {
    const done = await Promise.all(
      choices.map(async (chosen) => {
        const operation = toOperation(world, ids, chosen);
        return { operation, answer: toAnswer(operation, await send({ people, ...known }, operation)) };
      }),
    );
    known = await readState(ids);
    const seen = canonical(known.state);
    const after = explainAnswers(world, done, runCheckInOperation, (end) => canonical(end) === seen);
    expect(after, JSON.stringify({ world, done, seen: known.state }, null, 1)).toBeDefined();
    world = after!;
    await forgetOtherRefusals(world);
  }
  await expectInvariants(site);
}

explainRandomCalls('about applications and check-ins', () => site, choice, { batches: 25, runs: 4, play });
