import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../server/platform/db/open.ts';

/** Returns the resident memory of a process in MB; 0 where the system does not report it. */
export function readMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Watches the memory of a process. Returns a function that stops and returns the peak in MB. */
export function watchMemory(pid: number): () => number {
  let most = readMemory(pid);
  const timer = setInterval(() => {
    most = Math.max(most, readMemory(pid));
  }, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

// Memory that several processes share is counted once.
const readShare = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

const readParent = (pid: number): number =>
  Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

export async function readDatabaseMemory(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const server = readParent(rows[0]!.pid);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && (pid === server || readParent(pid) === server);
      } catch {
        return false;
      }
    })
    .reduce((sum, pid) => sum + readShare(pid), 0);
}
