import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventDocument } from '../contract/event/event.ts';
import type { Role } from '../contract/platform/roles.ts';
import { openSession } from '../server/people-data/sessions.service.ts';
import type { Db } from '../server/platform/db/open.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { defaultDocument } from '../server/testing/default-event.ts';
import {
  type Browser,
  type BrowserContext,
  type Faults,
  launchBrowser,
  type Page,
  watchFaults,
} from './browser.ts';
import { type Canary, createCanary, findLeaks, findPersonalData, watchCanaries } from './canaries.ts';
import { type Program, runCommand, startInHost, startProgram } from './program.ts';

/** A test of a detail: a part of `npm run test:long`. Every run has the main path of each flow. */
export const detail = test.skipIf(!process.env.DETAILS);

/** Somebody with a session, in a browser or over HTTP. */
export interface SitePerson {
  id: string;
  name: string;
  email: string;
  /** The session cookie as a header's value. */
  cookie: string;
  /** The person's number on this site, from 1. */
  number: number;
  /** Words for the fields of an application. Nobody else may receive them. */
  canary: Canary;
  call: (method: string, path: string, body?: unknown) => Promise<Response>;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Files that show what a failed test saw. */
    stored?: string[];
  }
}

interface Visit extends BrowserContextOptions {
  /** Whose session the page has: a person of `site.person`, or the cookie of somebody who signed in on a page. */
  as?: Pick<SitePerson, 'cookie'> & Partial<Pick<SitePerson, 'number'>>;
  /** A Y4M or MJPEG file for the camera. */
  film?: string;
  /** Whether the page gets push messages, which the headless shell does not support. */
  push?: boolean;
  /** Runs in each page before its scripts. */
  init?: () => void;
  /** Errors that the test provokes, matched against text and address of the console's message. */
  expected?: RegExp[];
}

/**
 * In milliseconds. Shorter than the interval at which pages poll (10 s), so that what arrives within it came as a live update;
 * long enough for a busy machine.
 */
export const announced = { timeout: 8000 };

// Chromium logs the 404 that the specification asks for when somebody has not applied.
const usual = [/status of 404 .*\/api\/applications\/me$/];

const usualSize = { width: 1280, height: 720 };
// A visit with one of these options needs a new browser context.
const ofDevice = ['init', 'serviceWorkers', 'permissions', 'recordVideo', 'storageState'];

interface Opened {
  context: BrowserContext;
  /** Which visits may reuse the context after this one; none if it is missing. */
  kind?: string;
  faults: Faults;
  settle: () => Promise<string[]>;
}

/** The browsers of this process by the film of their camera. All test files of a worker share the one without a film. */
const browsers = new Map<string, Promise<Browser>>();

function getBrowser(film: string | undefined, push: boolean | undefined): Promise<Browser> {
  const name = push ? 'push' : (film ?? '');
  const browser = browsers.get(name) ?? launchBrowser({ film, push });
  browsers.set(name, browser);
  return browser;
}

export class Site {
  program!: Program;
  dataDir = '';
  private database!: TestDatabase;
  private contexts: Opened[] = [];
  /** Contexts that tests have left, emptied before they are reused: they keep the site's compiled scripts. */
  private kept: Pick<Opened, 'context' | 'kind'>[] = [];
  private people = 0;
  private names = new Set<string>();
  /** What people's calls have told them about others. */
  private leaks: string[] = [];

  get url(): string {
    return this.program.url;
  }

  get db(): Db {
    return this.database.db;
  }

  get environment(): Record<string, string> {
    return { DATA_DIR: this.dataDir, DATABASE_URL: this.database.url, RATE_LIMIT_SCALE: '1000' };
  }

  async start(extra: Record<string, string> = {}): Promise<void> {
    this.dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-e2e-'));
    // Started as root, the program's own database runs as another account.
    await chmod(this.dataDir, 0o711);
    // On a busy machine, inserting the ten thousand rows of some tests takes long.
    this.database = await createTestDatabase({ max: 3, maintenance: true });
    const environment = { LOG_LEVEL: 'trace', ...this.environment, ...extra };
    // Hooks of Node change what a process loads.
    this.program = await (extra.NODE_OPTIONS ? startProgram : startInHost)(environment);
  }

  async stop(): Promise<void> {
    for (const { context } of this.kept.splice(0)) await inTime(context.close());
    for (const [film, browser] of browsers) {
      if (film === '') continue;
      browsers.delete(film);
      await inTime(browser.then((opened) => opened.close()));
    }
    await this.program?.stop();
    await this.database?.drop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs a command of the program's command line beside the running site; returns its stdout. */
  command(...words: string[]): Promise<string> {
    return runCommand(this.environment, ...words);
  }

  async createJudge(): Promise<{ username: string; password: string }> {
    const organizer = await this.person({ role: 'admin' });
    const answer = await organizer.call('POST', '/judging/judges', { count: 1 });
    const { accounts } = (await answer.json()) as { accounts: { username: string; password: string }[] };
    // With a second organizer, one has to confirm the other's decisions.
    await this.db.deleteFrom('users').where('id', '=', organizer.id).execute();
    return accounts[0]!;
  }

  async person({ name, role = 'hacker' }: { name?: string; role?: Role } = {}): Promise<SitePerson> {
    this.people += 1;
    const number = this.people;
    const called = name ?? `${role === 'admin' ? 'Grace' : 'Ada'} ${number}`;
    this.names.add(called);
    const canary = createCanary(number);
    const email = `${called.toLowerCase().replace(/[^a-z0-9]+/g, '.')}.${canary.mail}@example.org`;
    const { id } = await this.db
      .insertInto('users')
      .values({ name: called, email, email_verified: true, role, is_owner: role === 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await openSession({ random: randomBytes, now: () => new Date() }, this.db, 'user', {
      user_id: id,
    });
    const cookie = `sid=${token}`;
    const call: SitePerson['call'] = (...request) => this.call({ cookie, number }, ...request);
    return { id, number, name: called, email, cookie, canary, call };
  }

  /**
   * Opens a page of the site in a browser context of its own, signed out or as a person. Service workers are off, because
   * they cost two fifths of a page's processor time, unless the visit has `serviceWorkers: 'allow'`.
   */
  async open(address: string, { as, film, push, expected = [], ...options }: Visit = {}): Promise<Page> {
    const kind = findKind({ film, push, ...options });
    const at = this.kept.findIndex((one) => kind !== undefined && one.kind === kind);
    const [found] = at < 0 ? [] : this.kept.splice(at, 1);
    const context = found?.context ?? (await this.createContext({ film, push, ...options }));
    const page = await context.newPage();
    if (found) {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin: this.url, storageTypes: 'all' });
      await devtools.detach();
      await context.clearCookies();
      await page.setViewportSize(options.viewport ?? usualSize);
    }
    const faults = watchFaults(context, this.url, [...usual, ...expected]);
    const { settle } = watchCanaries(context, as?.number, () => this.names);
    this.contexts.push({ context, kind, faults, settle });
    if (as) {
      const [name = '', value = ''] = as.cookie.split('=');
      await context.addCookies([{ name, value, url: this.url, httpOnly: true, sameSite: 'Lax' }]);
    }
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    return page;
  }

  private async createContext({
    film,
    push,
    init,
    ...options
  }: Omit<Visit, 'as' | 'expected'>): Promise<BrowserContext> {
    const browser = await getBrowser(film, push);
    const context = await browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      // The default event's, so that pages do not name it.
      timezoneId: 'America/Phoenix',
      serviceWorkers: 'block',
      ...options,
    });
    await context.addInitScript(waitTenTimesAsLong);
    if (init) await context.addInitScript(init);
    return context;
  }

  /** Closes all pages and returns what went wrong in them. */
  async close(): Promise<Faults> {
    const open = this.contexts.splice(0);
    const faults = this.leaks.splice(0);
    for (const { context, kind, faults: seen, settle } of open) {
      await inTime(settle().then((leaks) => void faults.push(...seen, ...leaks)));
      // Chromium may never close a page that is offline: the browser is then abandoned.
      await context.setOffline(false);
      if (kind !== undefined && (await leaveContext(context))) {
        this.kept.push({ context, kind });
        continue;
      }
      if (await inTime(context.close())) continue;
      console.warn('Chromium did not close a page; the next test gets a new browser.');
      browsers.clear();
    }
    return faults;
  }

  /** Stores what the open pages show and what the program wrote. Returns the files. */
  async record(name: string): Promise<string[]> {
    const folder = path.join(import.meta.dirname, '../.cache/failed-tests');
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, name.replace(/\W+/g, '-').slice(0, 80));
    await writeFile(`${file}.log`, this.program?.output() ?? '');
    const pages = this.contexts.flatMap(({ context }) => context.pages());
    const pictures = pages.map(async (page, at) => {
      const picture = `${file}-${at + 1}.png`;
      // A page that hangs gives no screenshot.
      const taken = await page.screenshot({ path: picture, timeout: 5000 }).catch(() => undefined);
      return taken ? [picture] : [];
    });
    return [`${file}.log`, ...(await Promise.all(pictures)).flat()];
  }

  async findLogged(): Promise<string[]> {
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    return findPersonalData(this.program.output() + metrics, this.names);
  }

  private async call(
    { cookie, number }: Pick<SitePerson, 'cookie' | 'number'>,
    method: string,
    address: string,
    body?: unknown,
  ): Promise<Response> {
    const form = body instanceof FormData;
    const url = `${this.url}/api${address}`;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie, ...(body !== undefined && !form && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    if (/json|html|csv/.test(answer.headers.get('content-type') ?? ''))
      this.leaks.push(...findLeaks(await answer.clone().text(), method, url, new Set([number])));
    return answer;
  }
}

/** Returns a key: visits with the same one may reuse a context. The window's size can be set for each page. */
function findKind({ film, push, viewport: _, ...options }: Visit): string | undefined {
  if (film || push || ofDevice.some((name) => name in options)) return undefined;
  return JSON.stringify(Object.entries(options).sort());
}

/** Closes the pages of a context. Returns whether it can be reused; one whose clock was set cannot. */
async function leaveContext(context: BrowserContext): Promise<boolean> {
  const pages = context.pages();
  const hasClock = (page: Page) => page.evaluate(() => '__pwClock' in globalThis);
  try {
    const clocks = await Promise.all(pages.map(hasClock));
    if (pages.length === 0 || clocks.includes(true)) return false;
    await Promise.all(pages.map((page) => page.close()));
    await context.unrouteAll();
  } catch {
    return false;
  }
  for (const event of ['console', 'weberror', 'request', 'requestfinished'])
    context.removeAllListeners(event);
  return true;
}

/** A station counts a server that takes three seconds as unreachable; on a busy machine it is only slow. */
function waitTenTimesAsLong(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(10 * milliseconds);
}

/** Returns whether a promise settles within half a minute. */
async function inTime(ending: Promise<void>): Promise<boolean> {
  const ended = ending.then(
    () => true,
    () => true,
  );
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), 30_000);
  return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * The built site for the tests of one file, on a database of its own. After each test its pages are closed. A test fails if a
 * page had an error that the test did not expect, or if a call told somebody more about another person than it is for. The
 * program logs at its most detailed level, and no person may be named in the log. `environment` adds variables to the program's.
 */
export function useSite(environment: Record<string, string> = {}): Site {
  const site = new Site();
  beforeAll(() => site.start(environment));
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') task.meta.stored = await site.record(task.name);
    expect(await site.close()).toEqual([]);
  });
  afterAll(async () => {
    try {
      expect(await site.findLogged()).toEqual([]);
    } finally {
      await site.stop();
    }
  });
  return site;
}

/** An organizer of the site, created before the tests of the file begin. */
export function useOrganizer(site: Site): SitePerson {
  const organizer = {} as SitePerson;
  beforeAll(async () => Object.assign(organizer, await site.person({ name: 'Grace Hopper', role: 'admin' })));
  return organizer;
}

/** Returns the environment of a new site whose event is the default one with these fields replaced. */
export function withEvent(changes: Partial<EventDocument>): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'overnight-event-'));
  writeFileSync(path.join(folder, 'event.json'), JSON.stringify({ ...defaultDocument, ...changes }));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { SEED_EVENT: folder };
}
