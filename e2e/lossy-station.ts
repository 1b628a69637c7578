/**
 * A check-in station without a screen, as a worker thread. The page's own code stores, sends and settles check-ins. Scans its
 * guests one after the other and reports what its volunteer would read.
 */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { texts } from '../contract/texts.ts';
import type { ScannedParticipant, ScanOutcome } from '../web/event-day/check-in/station-reducer.ts';

export interface Guest {
  userId: string;
  name: string;
  pass: string;
}

export interface StationData {
  /** The address of the site, which is the proxy's. */
  port: number;
  cookie: string;
  guests: Guest[];
  /** Milliseconds from one guest to the next. */
  pace: number;
}

/** What the volunteer reads about a check-in; the last report for a key counts. */
export interface Said {
  key: string;
  userId: string;
  result: ScanOutcome['result'] | 'trouble' | 'lost';
  title: string;
  at?: string;
}

const { port, cookie, guests, pace } = workerData as StationData;
const say = (said: Said) => parentPort?.postMessage({ said });

/** The browser's `fetch`, with a new connection for each call. */
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

/** The browser's `navigator.locks`, with one tab. */
const held = new Set<string>();
const locks = {
  async request(name: string, _options: object, work: (lock: object | null) => Promise<void>) {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({}).finally(() => held.delete(name));
  },
};

// Nobody touches this page, so the event of its first use never comes.
Object.assign(globalThis, { fetch: fetchFromSite, addEventListener: () => undefined });
// The page warns about each lost call. Here they are lost on purpose, and the warnings would hide everything else.
console.warn = () => undefined;
Object.defineProperty(globalThis, 'navigator', { value: { locks } });
// Each station is a separate device, so a message to other tabs reaches nobody.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
const { getStation, loadJournal, show } = await import('../web/event-day/check-in/station-journal.ts');
const { admit, getNextSending, sendWaiting } = await import('../web/event-day/check-in/station-sender.ts');
const { createIdempotencyKey } = await import('../web/lib/new-key.ts');

/** What the volunteer has read last, by the key of the check-in. */
const read = new Map<string, string>();

/** Reports what is new about this device's check-ins since the last report. */
function sayNews(): void {
  for (const { key, userId, trouble, checkedInAt } of getStation().checkIns) {
    const said: Said | undefined = trouble
      ? { key, userId, result: 'trouble', title: trouble }
      : checkedInAt
        ? { key, userId, result: 'admitted', title: texts.checkIn.done, at: checkedInAt }
        : undefined;
    if (!said || read.get(key) === said.title) continue;
    read.set(key, said.title);
    say(said);
  }
}

async function scanAll(): Promise<void> {
  for (const { userId, name, pass } of guests) {
    const began = Date.now();
    const key = createIdempotencyKey();
    const candidate: ScannedParticipant = {
      ...{ userId, name, pass, email: null, major: '' },
      ...{ attendanceConfirmed: false, from: 'scan', passVerified: true },
    };
    show({ type: 'identified', candidate });
    const result = await admit(candidate, key, { checkpoint: 'entrance', isEntrance: true });
    const { outcome } = getStation();
    if (result && outcome?.key === key) say({ key, userId, result, title: outcome.title, at: outcome.at });
    else if (!result) say({ key, userId, result: 'lost', title: '' });
    show({ type: 'cleared' });
    parentPort?.postMessage({ scanned: userId });
    await pause(Math.max(0, began + pace - Date.now()));
  }
}

await loadJournal();
sayNews();
let scanning = true;
const scanned = scanAll().finally(() => {
  scanning = false;
});
for (;;) {
  const next = getNextSending(getStation(), Date.now());
  if (!scanning && next === Number.POSITIVE_INFINITY) break;
  await pause(Math.min(100, Math.max(5, next - Date.now())));
  await sendWaiting({ isEntrance: true, onTrouble: () => undefined });
  sayNews();
}
await scanned;
parentPort?.postMessage({ over: true });
