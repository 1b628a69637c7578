/** What the tests hold to be true of judging, written without reading the program. */
export interface JudgingModelState {
  paused: boolean;
  /** How many accounts there are, removed ones included. */
  accounts: number;
  removed: string[];
  /** The judge of each open session. */
  sessions: Record<string, string>;
  /** By judge and key. */
  scores: Record<string, { team: number; mark: number }>;
  /** Tables that a judge must not judge, as `judge table`. */
  conflicts: string[];
}

/** One call by one of the judges' sessions, or by an organizer about a judge. */
export type JudgingOperation =
  | { kind: 'submit'; session: string; key: string; team: number; mark: number }
  | { kind: 'skip'; session: string; team: number }
  | { kind: 'log out'; session: string }
  | { kind: 'pause'; paused: boolean }
  | { kind: 'remove' | 'reset'; judge: string }
  | { kind: 'create' | 'number' };

export type JudgingAnswer = 'done' | 'again' | 'signed out' | 'mismatch' | 'paused' | 'conflict' | 'missing';

function endSessions(world: JudgingModelState, judge: string): void {
  for (const [session, of] of Object.entries(world.sessions))
    if (of === judge) delete world.sessions[session];
}

/** Applies an operation to the state, in place, and returns what the program has to answer. */
export function runJudgingOperation(world: JudgingModelState, operation: JudgingOperation): JudgingAnswer {
  switch (operation.kind) {
    case 'submit': {
      const { session, key, team, mark } = operation;
      const judge = world.sessions[session];
      if (!judge) return 'signed out';
      const name = `${judge} ${key}`;
      const first = world.scores[name];
      if (first) return first.team === team && first.mark === mark ? 'again' : 'mismatch';
      if (world.paused) return 'paused';
      if (world.conflicts.includes(`${judge} ${team}`)) return 'conflict';
      world.scores[name] = { team, mark };
      return 'done';
    }
    case 'skip': {
      const judge = world.sessions[operation.session];
      if (!judge) return 'signed out';
      const conflict = `${judge} ${operation.team}`;
      if (!world.conflicts.includes(conflict)) world.conflicts.push(conflict);
      return 'done';
    }
    case 'log out':
      delete world.sessions[operation.session];
      return 'done';
    case 'pause':
      world.paused = operation.paused;
      return 'done';
    case 'remove':
      if (world.removed.includes(operation.judge)) return 'missing';
      world.removed.push(operation.judge);
      endSessions(world, operation.judge);
      return 'done';
    case 'reset':
      if (world.removed.includes(operation.judge)) return 'missing';
      endSessions(world, operation.judge);
      return 'done';
    case 'create':
      world.accounts += 1;
      return 'done';
    case 'number':
      return 'done';
  }
}
