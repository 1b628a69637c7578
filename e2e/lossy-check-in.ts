import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { formatTime } from '../contract/platform/format.ts';
import { fill, texts } from '../contract/texts.ts';
import { passToken } from '../server/event-day/check-in/pass.ts';
import { signUp } from '../server/testing/actors.ts';
import type { TestApp } from '../server/testing/app.ts';
import { toApplicationRow } from '../server/testing/applicants.ts';
import {
  initialStation,
  type JournalEntry,
  listUnsettled,
  type OwnCheckIn,
  reduceStation,
} from '../web/event-day/check-in/station-reducer.ts';
import { lucideIcons } from '../web/vite/lucide-icons.ts';
import type { StoreRequest } from './device-store.ts';
import type { Guest, Said, StationData } from './lossy-station.ts';

type FromStation = { store?: StoreRequest; said?: Said; scanned?: string; over?: true };

/**
 * Bundles the station and the page's code that it runs into one file, as the build of the pages does, so that ten stations
 * start as fast as one. Returns its path.
 */
export async function buildStation(folder: string): Promise<string> {
  const here = (file: string) => path.join(import.meta.dirname, file);
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [lucideIcons()],
    resolve: { alias: { idb: here('device-store.ts') } },
    ssr: { noExternal: true },
    build: { ssr: here('lossy-station.ts'), outDir: folder, emptyOutDir: false, target: 'node24' },
  });
  return path.join(folder, 'lossy-station.js');
}

/** A scanning device: its storage outlives the page that runs on it. */
export class Station {
  readonly said: Said[] = [];
  readonly #kept = new Map<number, JournalEntry>();
  #count = 0;
  readonly over = Promise.withResolvers<void>();
  readonly #data: StationData;
  readonly #program: string;
  #left: Guest[];
  #page: Worker | undefined;

  constructor(program: string, data: StationData) {
    this.#program = program;
    this.#data = data;
    this.#left = data.guests;
  }

  /** Opens the page, which reads what is stored and scans the remaining guests. */
  open(): void {
    const workerData: StationData = { ...this.#data, guests: this.#left };
    const page = new Worker(this.#program, { workerData });
    this.#page = page;
    page.on('error', (error) => this.over.reject(error));
    page.on('message', ({ store, said, scanned, over }: FromStation) => {
      if (store) page.postMessage({ ask: store.ask, answer: this.#answer(store) });
      if (said) this.said.push(said);
      if (scanned) this.#left = this.#left.filter(({ userId }) => userId !== scanned);
      if (over) {
        this.over.resolve();
        void page.terminate();
      }
    });
  }

  async crash(): Promise<void> {
    await this.#page?.terminate();
    this.open();
  }

  /** The check-ins that still wait on the device. */
  listWaiting(): OwnCheckIn[] {
    return listUnsettled([...this.#kept.values()].reduce(reduceStation, initialStation));
  }

  async close(): Promise<void> {
    await this.#page?.terminate();
  }

  #answer(store: StoreRequest): unknown {
    if (store.op === 'all') return [...this.#kept.values()];
    if (store.op === 'delete') return this.#kept.delete(store.id);
    this.#count += 1;
    this.#kept.set(
      this.#count,
      structuredClone({ ...store.value, id: this.#count }) as unknown as JournalEntry,
    );
    return this.#count;
  }
}

/** Creates people with passes directly in the database. */
export async function listGuests({ services }: TestApp, count: number): Promise<Guest[]> {
  const users = await services.db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, at) => ({ name: `Guest ${at}`, email: `guest.${at}@example.org` })),
    )
    .returning(['id', 'name', 'pass_version as passVersion'])
    .execute();
  await services.db
    .insertInto('applications')
    .values(users.map(({ id }) => toApplicationRow(id)))
    .execute();
  return users.map((user) => ({ userId: user.id, name: user.name, pass: passToken(services, user) }));
}

interface Plan {
  /** The path that `buildStation` returned. */
  program: string;
  count: number;
  /** How many of each station's guests the next station scans too; an even number. */
  twice: number;
  pace: number;
  port: number;
}

/**
 * Creates stations that share the guests evenly. The next station scans `twice` of each one's guests too, half of them at the
 * same moment.
 */
export async function openStations(
  site: TestApp,
  guests: Guest[],
  { program, count, twice, pace, port }: Plan,
): Promise<Station[]> {
  const share = Math.ceil(guests.length / count);
  const own = Array.from({ length: count }, (_, at) => guests.slice(at * share, (at + 1) * share));
  return Promise.all(
    own.map(async (list, at) => {
      const neighbours = own[(at + 1) % count]?.slice(0, twice) ?? [];
      const [together, apart] = [neighbours.slice(0, twice / 2), neighbours.slice(twice / 2)];
      const volunteer = await signUp(site, { name: `Vera ${at}`, role: 'volunteer' });
      const shared = [...list.slice(0, twice / 2)];
      // First the guests whom the other station scans at the same moment, last those whom it scanned long ago.
      const order = [...interleaved(together, shared), ...list.slice(twice / 2), ...apart];
      return new Station(program, { port, cookie: volunteer.cookie, guests: order, pace });
    }),
  );
}

function interleaved<T>(first: T[], second: T[]): T[] {
  return first.flatMap((one, at) => [one, ...second.slice(at, at + 1)]);
}

/** Returns what the volunteers' screens showed at the end that is not true, a line each. */
export async function listFalseMessages({ services }: TestApp, stations: Station[]): Promise<string[]> {
  const rows = await services.db.selectFrom('check_ins').selectAll().execute();
  const standing = new Map(rows.filter(({ state }) => state === 'admitted').map((row) => [row.user_id, row]));
  const last = new Map(stations.flatMap(({ said }) => said.map((one) => [one.key, one] as const)));
  const duplicates = new Map(rows.filter(({ state }) => state === 'duplicate').map((row) => [row.key, row]));
  const wrong = (said: Said): boolean => {
    // When a pass is scanned and verified twice, both volunteers have let the person in.
    const duplicate = duplicates.get(said.key);
    const row = standing.get(said.userId);
    if (!row) return true;
    const time = row.checked_in_at.toISOString();
    if (duplicate)
      return (
        said.result !== 'saved' && ![time, duplicate.checked_in_at.toISOString()].includes(said.at ?? '')
      );
    if (said.result === 'admitted') return row.key !== said.key || said.at !== time;
    const already = fill(texts.checkIn.already, { time: formatTime(time, services.event) });
    return row.key === said.key || !['already', 'trouble'].includes(said.result) || said.title !== already;
  };
  const kept = stations.flatMap((station) => station.listWaiting());
  return [
    ...[...last.values()]
      .filter(wrong)
      .map(({ result, title, key }) => `told "${title}" (${result}) of ${key}`),
    ...[...standing.values()]
      .filter(({ key }) => last.get(key)?.result !== 'admitted')
      .map(({ key }) => `nobody was told that ${key} is in`),
    ...kept
      .filter(({ key, trouble }) => trouble !== last.get(key)?.title)
      .map(({ key }) => `${key} waits unseen`),
  ];
}
