import type { ApplicationStatus } from '../../contract/apply/applications.ts';

/** What the tests hold to be true of applications and check-ins, written without reading the program. */
export interface CheckInModelState {
  people: Record<
    string,
    { status: ApplicationStatus | null; track: string; deck: boolean; attending: boolean; pass: number }
  >;
  /** By the key that they were made with. */
  checkIns: Record<string, { person: string; checkpoint: string; state: string; by: string; at: string }>;
  /** Refused scans, once per key and reason. */
  refusals: Record<string, Refusal>;
}

interface Refusal {
  /** Null when the scan named nobody with an application. */
  person: string | null;
  checkpoint: string;
  reason: string;
}

/** One call; `who` is the person it is about. */
export type CheckInOperation = { who: string } & (
  | { kind: 'submit' | 'deck' | 'renew' }
  | { kind: 'track'; track: string }
  | { kind: 'attend'; attending: boolean }
  | { kind: 'decide'; status: 'approved' | 'rejected'; inBulk: boolean }
  | { kind: 'scan'; by: string; checkpoint: string; key: string; pass: number }
  | { kind: 'look'; by: string; checkpoint: string; key: string; pass: number }
  | { kind: 'report'; by: string; checkpoint: string; key: string; reason: string }
  /** `at` is before every scan. */
  | { kind: 'record'; by: string; checkpoint: string; key: string; at: string }
  | { kind: 'take back'; by: string; checkpoint: string; key: string }
  | { kind: 'undo'; key: string }
  | { kind: 'resolve'; key: string; keep: 'first' | 'second' }
);

/** `missing` is 403 or 404. */
export type CheckInAnswer = 'done' | 'missing' | 'refused' | 'wrong';

const entrance = 'entrance';

/** Applies an operation to the state, in place, and returns what the program has to answer. */
export function runCheckInOperation(world: CheckInModelState, operation: CheckInOperation): CheckInAnswer {
  const { who, kind } = operation;
  const person = world.people[who]!;
  const all = Object.values(world.checkIns);
  const admitted = all.filter((one) => one.person === who && one.state === 'admitted');
  const admittedAt = (checkpoint: string) => admitted.find((one) => one.checkpoint === checkpoint);
  const checkIn = 'key' in operation ? world.checkIns[operation.key] : undefined;
  const refuse = (reason: string, known: string | null = who) => {
    if (!('checkpoint' in operation)) return;
    const { key, checkpoint } = operation;
    world.refusals[`${key} ${reason}`] ??= { person: known, checkpoint, reason };
  };
  switch (kind) {
    case 'submit':
      if (person.status) return 'refused';
      Object.assign(person, { status: 'pending', track: 'Hacker Track' });
      return 'done';
    case 'track':
      if (!person.status) return 'missing';
      if (person.status !== 'pending') return 'refused';
      if (operation.track === 'Startup Track' && !person.deck) return 'wrong';
      person.track = operation.track;
      return 'done';
    case 'deck':
      if (!person.status) return 'missing';
      if (person.status !== 'pending') return 'refused';
      Object.assign(person, { track: 'Startup Track', deck: true });
      return 'done';
    case 'attend':
      if (!person.status) return 'missing';
      if (person.status !== 'approved' || admittedAt(entrance)) return 'refused';
      person.attending = operation.attending;
      return 'done';
    case 'decide':
      if (!person.status) return 'missing';
      if (person.status === operation.status) return 'done';
      if (operation.status === 'rejected' && admitted.length > 0) return 'refused';
      person.status = operation.status;
      if (operation.status === 'rejected') person.attending = false;
      return 'done';
    case 'renew':
      if (person.status !== 'approved') return 'missing';
      person.pass += 1;
      return 'done';
    case 'report':
      refuse(operation.reason);
      return 'done';
    case 'look':
    case 'scan': {
      const already = admittedAt(operation.checkpoint);
      if (!person.status) refuse('unknown_person', null);
      else if (operation.pass !== person.pass) refuse('invalid_pass');
      else if (person.status !== 'approved') refuse('not_approved');
      else if (already) refuse('already_checked_in');
      if (!person.status) return 'missing';
      if (operation.pass !== person.pass) return 'wrong';
      if (person.status !== 'approved') return 'refused';
      if (kind === 'look') return 'done';
      if (already) return 'refused';
      world.checkIns[operation.key] = toCheckIn(operation, 'admitted');
      return 'done';
    }
    case 'record': {
      const { checkpoint, by, key } = operation;
      if (!person.status) refuse('unknown_person', null);
      else if (person.status !== 'approved') refuse('not_approved');
      if (person.status !== 'approved') return person.status ? 'refused' : 'missing';
      const mine = all.find(
        (one) =>
          one.person === who && one.checkpoint === checkpoint && one.by === by && one.state === 'conflict',
      );
      const outcome = !admittedAt(checkpoint) ? 'admitted' : mine ? 'already' : 'conflict';
      if (outcome === 'already') refuse('already_checked_in');
      else world.checkIns[key] = toCheckIn(operation, outcome);
      return outcome === 'conflict' ? 'refused' : 'done';
    }
    case 'take back': {
      if (checkIn) {
        if (checkIn.by !== operation.by) return 'missing';
        checkIn.state = 'undone';
        return 'done';
      }
      if (!person.status) return 'missing';
      if (person.status !== 'approved' || admittedAt(operation.checkpoint)) return 'refused';
      world.checkIns[operation.key] = toCheckIn(operation, 'undone');
      return 'done';
    }
    case 'undo':
      if (!checkIn) return 'missing';
      checkIn.state = 'undone';
      return 'done';
    case 'resolve': {
      if (!checkIn) return 'missing';
      const other = admittedAt(checkIn.checkpoint);
      const isFirst = other !== undefined && checkIn.at < other.at;
      const isKept = operation.keep === (isFirst ? 'first' : 'second');
      if (checkIn.state !== 'conflict' || (isKept && person.status !== 'approved')) return 'refused';
      if (isKept && other) other.state = 'undone';
      checkIn.state = isKept ? 'admitted' : 'undone';
      return 'done';
    }
  }
}

interface Admission {
  who: string;
  checkpoint: string;
  by: string;
  at?: string;
}

function toCheckIn({ who, checkpoint, by, at = 'now' }: Admission, state: string) {
  return { person: who, checkpoint, by, at, state };
}
