import type { DBSchema } from 'idb';
import { useSyncExternalStore } from 'react';
import { limits } from '../../../contract/limits.ts';
import { day } from '../../../contract/platform/durations.ts';
import { createDatabase } from '../../lib/device-database.ts';
import { listenTo } from '../../lib/listen-to.ts';
import { deleteQueued, listQueued } from '../../lib/offline-queue.ts';
import {
  initialStation,
  isUnsent,
  type JournalEntry,
  type OwnCheckIn,
  type Problem,
  reduceStation,
  type StationEvent,
  type StationState,
} from './station-reducer.ts';

type StoredEntry = JournalEntry & { id?: number };

interface Schema extends DBSchema {
  entries: { key: number; value: StoredEntry };
}

const withJournal = createDatabase<Schema>(
  'station',
  1,
  (created) => void created.createObjectStore('entries', { keyPath: 'id', autoIncrement: true }),
);

let state = initialStation;
/** The entries of this device that this page knows, by their ids. */
const known = new Map<number, StoredEntry>();
const changes = new EventTarget();
// Other tabs of this device write the same journal.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('station') : undefined;
channel?.addEventListener('message', () => void refreshJournal());
/** One access after the other, so that no entry is read before the page knows that it is its own. */
let accessing: Promise<unknown> = Promise.resolve();

function access<T>(work: () => Promise<T>): Promise<T> {
  const result = accessing.then(work);
  accessing = result.catch(() => undefined);
  return result;
}

export const getStation = (): StationState => state;

/** Adds what happens on this page only. */
export function show(event: StationEvent): void {
  const before = state;
  state = reduceStation(state, event);
  if (state !== before) changes.dispatchEvent(new Event('change'));
}

/** Adds an entry: it shows at once, and survives a reload and an empty battery when this returns true. */
export async function append(entry: JournalEntry): Promise<boolean> {
  show(entry);
  // The state contains names that do not stay on the device.
  const { shown: _, ...stored } = entry as JournalEntry & { shown?: unknown };
  try {
    await access(() => store([stored as StoredEntry]));
    channel?.postMessage('change');
    return true;
  } catch (error) {
    console.warn(error);
    show({ type: 'unstored' });
    return false;
  }
}

const store = (entries: StoredEntry[]) =>
  withJournal(async (database) => {
    for (const entry of entries) known.set(await database.add('entries', entry), entry);
  });

// The device may hold what a half-written disk or a newer page left.
function isReadable(entry: Partial<OwnCheckIn & JournalEntry>): boolean {
  const { type, key, at, userId } = entry;
  return (
    typeof key === 'string' && Number.isFinite(at) && (type !== 'confirmed' || typeof userId === 'string')
  );
}

/** Reads what other pages of this device have added, and earlier ones. */
export function refreshJournal(): Promise<void> {
  return access(async () => {
    const entries = await withJournal(
      (database) => database.getAll('entries'),
      () => [],
    );
    for (const { id, ...entry } of entries) {
      if (id === undefined || known.has(id)) continue;
      known.set(id, entry as JournalEntry);
      if (isReadable(entry)) show(entry as JournalEntry);
    }
  }).catch((error: unknown) => console.warn(error));
}

let loading: Promise<void> | undefined;

/** Reads the journal of this device once, and with it what an older page has queued. */
export function loadJournal(): Promise<void> {
  loading ??= Promise.all([convertOldQueue(), refreshJournal()]).then(async () => {
    show({ type: 'outdated', before: Date.now() - limits.checkIn.undoSeconds * 1000 });
    await compactJournal();
  });
  return loading;
}

interface OldCheckIn extends Pick<OwnCheckIn, 'userId' | 'pass' | 'walkIn' | 'checkpoint' | 'name'> {
  undoes?: { key: string; after: number };
}

async function convertOldQueue(): Promise<void> {
  try {
    for (const { id, payload, at, trouble } of await listQueued<OldCheckIn>('check-in')) {
      const { undoes, ...made } = payload;
      const key = undoes?.key ?? id;
      const entries: JournalEntry[] = [
        { type: 'confirmed', at, key, ...made },
        { type: 'saved', at, key },
      ];
      if (undoes) entries.push({ type: 'undone', at, key, after: undoes.after });
      else if (trouble) entries.push({ type: 'refused', at, key, trouble });
      await convert(id, entries);
    }
    for (const { id: key, payload, at } of await listQueued<Omit<Problem, 'key' | 'at'>>('refused scan'))
      await convert(key, [{ type: 'problem', at, key, ...payload }]);
  } catch (error) {
    console.warn(error);
  }
}

async function convert(id: string, entries: JournalEntry[]): Promise<void> {
  for (const entry of entries) show(entry);
  await access(() => store(entries));
  await deleteQueued(id);
}

/** Returns whether an entry still says something: of what the server has, only that it has it, for a day. */
function isNeeded(entry: JournalEntry, now: number): boolean {
  const age = Math.abs(now - entry.at);
  if (entry.type === 'problem') return state.problems.some(({ key }) => key === entry.key);
  if (entry.type === 'reported' || entry.type === 'dropped') return false;
  const made = state.checkIns.find(({ key }) => key === entry.key);
  if (!made) return false;
  if (made.trouble !== undefined || isUnsent(made)) return true;
  if (entry.type === 'answered' || entry.type === 'undo-answered') return age < day;
  return age < limits.checkIn.undoSeconds * 1000;
}

/** Deletes the entries that are not needed any more; with `isEnd`, all that the server has. */
export async function compactJournal({ isEnd = false } = {}): Promise<void> {
  const now = isEnd ? Number.POSITIVE_INFINITY : Date.now();
  const old = [...known].filter(([, entry]) => !isNeeded(entry, now)).map(([id]) => id);
  if (old.length === 0) return;
  await access(() =>
    withJournal(async (database) => {
      for (const id of old) {
        await database.delete('entries', id);
        known.delete(id);
      }
    }),
  ).catch((error: unknown) => console.warn(error));
}

/** Returns how many check-ins wait on this device. */
export async function countWaiting(): Promise<number> {
  await loadJournal();
  return state.checkIns.filter(isUnsent).length;
}

const subscribe = (listener: () => void) => listenTo(changes, ['change'], listener);

export const useStationState = (): StationState => useSyncExternalStore(subscribe, getStation);
