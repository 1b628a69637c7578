import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  explainFailure,
  findNotedServer,
  getServerState,
  launchServer,
  removeReusedPid,
  type ServerFolders,
} from './embedded-process.ts';

const PATIENCE = 20_000;
const NEWS_EVERY = 5000;

/**
 * Resolves when the server answers: true when it was running already, false when this call started it. Waits out a
 * recovery, a shutdown in progress, and another program that starts the same server.
 */
export async function ensureRunning(
  place: ServerFolders,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<boolean> {
  const { pgdata, socketDir } = place;
  const flags = { ...settings, unix_socket_directories: socketDir };
  const started = Date.now();
  let told = started;
  let child: ChildProcess | undefined;
  for (;;) {
    const state = await getServerState(pgdata);
    const late = Date.now() - started > PATIENCE;
    if (state === 'ready') return child?.pid !== findNotedServer(pgdata)?.pid;
    if (state === 'busy' && Date.now() - told > NEWS_EVERY) {
      log('The database is still starting: after a crash it first reads its journal.');
      told = Date.now();
    }
    if (state === 'silent' && late)
      throw new Error(
        `A PostgreSQL server (process ${findNotedServer(pgdata)?.pid}) holds ${pgdata} and does not answer. ` +
          'Stop that process and start again.',
      );
    if (state === 'absent' && (!child || hasEnded(child))) {
      if (child) requirePassing(place, late);
      removeReusedPid(pgdata, socketDir);
      child = launchServer(place, flags);
    }
    await pause(25);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Two reasons for a failed start pass: a server that another program starts, and the last backends of a killed one. */
function requirePassing(place: ServerFolders, late: boolean): void {
  const said = readFileSync(place.logFile, 'utf8');
  if (late || !/lock file|shared memory block/.test(said))
    throw new Error(explainFailure('The database did not start', said, place));
}
