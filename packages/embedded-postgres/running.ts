import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  explainFailure,
  findRecordedServer,
  getServerState,
  launchServer,
  removeReusedPid,
  type ServerFolders,
} from './process.ts';

const patience = 20_000;
const logEvery = 5000;

/**
 * Resolves when the server answers: true when it was running already, false when this call started it. Waits out a
 * recovery, a shutdown in progress, and another program that starts the same server.
 */
export async function ensureRunning(
  folders: ServerFolders,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<boolean> {
  const { pgdata, socketDir } = folders;
  const flags = { ...settings, unix_socket_directories: socketDir };
  const started = Date.now();
  let loggedAt = started;
  let launched: ReturnType<typeof launchServer> | undefined;
  for (;;) {
    const state = await getServerState(pgdata);
    const late = Date.now() - started > patience;
    if (state === 'ready') return launched?.child.pid !== findRecordedServer(pgdata)?.pid;
    if (state === 'busy' && Date.now() - loggedAt > logEvery) {
      log('The database is still starting: after a crash it replays its log first.');
      loggedAt = Date.now();
    }
    if (state === 'silent' && late)
      throw new Error(
        `A PostgreSQL server (process ${findRecordedServer(pgdata)?.pid}) uses ${pgdata} and does not answer. ` +
          'Stop that process and start again.',
      );
    if (state === 'absent' && (!launched || hasEnded(launched.child))) {
      if (launched) assertTransient(folders, launched.logOffset, late);
      removeReusedPid(pgdata, socketDir);
      launched = launchServer(folders, flags);
    }
    await pause(25);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Two causes of a failed start are transient: another program starts the server, or backends of a killed one still run. */
function assertTransient(folders: ServerFolders, logOffset: number, late: boolean): void {
  const output = readFileSync(folders.logFile).subarray(logOffset).toString();
  if (late || !/lock file|shared memory block/.test(output))
    throw new Error(explainFailure('The database did not start', output, folders));
}
