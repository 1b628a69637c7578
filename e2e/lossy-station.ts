/**
 * A check-in station without its page, as a worker thread: what keeps, sends and settles check-ins is the page's own code.
 * Scans its guests one after the other and tells what its volunteer reads.
 */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueuedCheckIn } from '../web/event-day/check-in/send-check-in.ts';
import type { ScannedParticipant, ScanOutcome } from '../web/event-day/check-in/station-reducer.ts';

export interface Guest {
  userId: string;
  name: string;
  pass: string;
}

export interface StationData {
  /** Where the site is reached: at the proxy. */
  port: number;
  cookie: string;
  guests: Guest[];
  /** Milliseconds from one guest to the next. */
  pace: number;
}

/** What the volunteer reads about one check-in; the last about a key is what counts. */
export interface Said {
  key: string;
  userId: string;
  result: ScanOutcome['result'] | 'trouble' | 'lost';
  title: string;
  at?: string;
}

const { port, cookie, guests, pace } = workerData as StationData;
const say = (said: Said) => parentPort?.postMessage({ said });

/** A browser's fetch, with a connection for each call. */
function fetchFromSite(address: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = { ...Object.fromEntries(new Headers(headers)), cookie };
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: address,
        method,
        headers: sent,
        agent: false,
        signal: signal ?? undefined,
      },
      async (answer) => {
        const chunks = await answer.toArray().catch(reject);
        if (chunks) resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode }));
      },
    );
    call.on('error', reject).end(body ?? undefined);
  });
}

/** The locks of a browser with one tab. */
const held = new Set<string>();
const locks = {
  async request(name: string, _options: object, work: (lock: object | null) => Promise<void>) {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({}).finally(() => held.delete(name));
  },
};

// Nobody touches this page, so it hears of no first use.
Object.assign(globalThis, { fetch: fetchFromSite, addEventListener: () => undefined });
// Lost calls are what is tried here; the page's remarks about each would hide all else.
console.warn = () => undefined;
Object.defineProperty(globalThis, 'navigator', { value: { locks } });
// The stations are devices of their own and hear nothing of each other.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
const { toAdmitted } = await import('../web/event-day/check-in/outcomes.ts');
const { admitParticipant, sendQueuedCheckIn } = await import('../web/event-day/check-in/send-check-in.ts');
const { createIdempotencyKey } = await import('../web/lib/new-key.ts');
const { checkInKind, sendQueued, listQueued } = await import('../web/lib/offline-queue.ts');

/** Sends what waits, as the page does, and says what came of it. */
const sync = () =>
  sendQueued<QueuedCheckIn>(checkInKind, async (item) => {
    const { id: key, payload } = item;
    const sent = await sendQueuedCheckIn(item, (_key, checkIn) => {
      const { result, title, at } = toAdmitted(checkIn, { isEntrance: true });
      say({ key, userId: payload.userId, result, title, at });
    });
    if (sent.kind === 'trouble') say({ key, userId: payload.userId, result: 'trouble', title: sent.message });
    return sent;
  });

const unsettled = async () =>
  (await listQueued<QueuedCheckIn>(checkInKind)).filter(({ trouble }) => !trouble);

async function scanAll(): Promise<void> {
  for (const { userId, name, pass } of guests) {
    const began = Date.now();
    const key = createIdempotencyKey();
    const person: ScannedParticipant = {
      ...{ userId, name, pass, email: null, major: '' },
      ...{ attendanceConfirmed: false, from: 'scan', passVerified: true },
    };
    const confirmed = await admitParticipant(person, key, { checkpoint: 'entrance', isEntrance: true });
    if ('outcome' in confirmed) {
      const { result, title, at } = confirmed.outcome;
      say({ key, userId, result, title, at });
    } else say({ key, userId, result: 'lost', title: '' });
    parentPort?.postMessage({ scanned: userId });
    await pause(Math.max(0, began + pace - Date.now()));
  }
}

let scanning = true;
const scanned = scanAll().finally(() => {
  scanning = false;
});
for (let items = await unsettled(); scanning || items.length > 0; items = await unsettled()) {
  const due = Math.min(...items.map(({ notBefore }) => notBefore));
  await pause(Math.min(100, Math.max(5, due - Date.now())));
  await sync();
}
await scanned;
parentPort?.postMessage({ over: true });
