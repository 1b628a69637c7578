import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../server/platform/db/open.ts';
import { toApplicationRow } from '../../server/testing/applicants.ts';
import { createPdf } from '../../server/testing/pdf.ts';
import type { LoadUser } from './users.ts';

export interface LoadTarget {
  url: string;
  db: Db;
  createUsers: (count: number, role?: 'hacker' | 'volunteer' | 'admin') => Promise<LoadUser[]>;
  command: (...words: string[]) => Promise<string>;
}

export type Acknowledged =
  | { kind: 'application'; userId: string }
  | { kind: 'member'; userId: string; teamId: string }
  | { kind: 'check-in'; userId: string; key: string }
  | { kind: 'score'; key: string }
  | { kind: 'mail'; address: string };

interface Team {
  id: string;
  inviteCode: string;
}

/** What the load uses up: people without an application, approved guests, free seats in teams; and who works at stations. */
interface Supply {
  hackers: LoadUser[];
  guests: LoadUser[];
  joiners: LoadUser[];
  teams: Team[];
  volunteer: LoadUser;
  judgeCookie: string;
}

const resume = createPdf({ text: ['Embedded C', 'KiCad'], size: 60_000 });

/**
 * Sends writes, each repeated as a browser or a station does until the site accepts or refuses it. Keeps a journal of the
 * accepted ones, and counts the statuses of the answers.
 */
export class Load {
  readonly journal: Acknowledged[] = [];
  readonly statuses = new Map<number | 'no answer', number>();
  /** Answers that neither a repeated request nor a fault explains. */
  readonly surprises: string[] = [];
  readonly #site: LoadTarget;
  #supply!: Supply;
  #running = false;
  #workers: Promise<void>[] = [];

  constructor(site: LoadTarget) {
    this.#site = site;
  }

  /** Creates the people and the teams for this many writes of each kind. */
  async prepare(count: number): Promise<void> {
    const { db } = this.#site;
    const [hackers, guests, joiners] = await Promise.all([
      this.#site.createUsers(count),
      this.#site.createUsers(count),
      this.#site.createUsers(count),
    ]);
    await db
      .insertInto('applications')
      .values(guests.map(({ id }) => toApplicationRow(id)))
      .execute();
    const leaders = await this.#site.createUsers(Math.ceil(count / 3));
    const teams: Team[] = [];
    for (const { cookie } of leaders) {
      const answer = await this.#send(cookie, 'POST', '/teams', { name: `Team ${randomUUID().slice(0, 8)}` });
      const { _id, inviteCode } = (await answer.json()) as { _id: string; inviteCode: string };
      // Besides the leader, three can join.
      for (let seat = 0; seat < 3; seat += 1) teams.push({ id: _id, inviteCode });
    }
    const [volunteer] = await this.#site.createUsers(1, 'volunteer');
    const [, row = ''] = (await this.#site.command('judges', 'create', '1')).trim().split('\n');
    const [username = '', password = ''] = row.split(',');
    const signedIn = await this.#send('', 'POST', '/judge/login', { username, password });
    const judgeCookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    this.#supply = { hackers, guests, joiners, teams, volunteer: volunteer!, judgeCookie };
  }

  /** Starts this many writers, each with a pause of up to `pace` milliseconds between two writes. */
  start(writers: number, pace: number): void {
    this.#running = true;
    const kinds = [this.#apply, this.#join, this.#checkIn, this.#score, this.#requestCode];
    this.#workers = Array.from({ length: writers }, async (_, index) => {
      const write = kinds[index % kinds.length]!;
      while (this.#running && (await write.call(this))) await pause(Math.random() * pace);
    });
  }

  /** Submits this many applications at once. */
  async burst(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#apply()));
  }

  /** Stops the writers and waits for the answers to their last writes. */
  async finish(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#workers);
  }

  async #apply(): Promise<boolean> {
    const user = this.#supply.hackers.pop();
    if (!user) return false;
    const fields = {
      major: 'Mathematics',
      dietaryRestrictions: 'vegan',
      tShirtSize: 'M',
      whyJoin: 'To learn.',
      track: 'Hacker Track',
      teamPreference: 'solo',
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('resume', new Blob([new Uint8Array(resume)], { type: 'application/pdf' }), 'resume.pdf');
    const answer = await this.#untilAnswered(() => this.#send(user.cookie, 'POST', '/applications', form));
    if (answer.status === 201 || answer.code === 'already_applied')
      this.journal.push({ kind: 'application', userId: user.id });
    else this.surprises.push(`application: ${answer.status} ${answer.code}`);
    return true;
  }

  async #join(): Promise<boolean> {
    const user = this.#supply.joiners.pop();
    const team = this.#supply.teams.pop();
    if (!user || !team) return false;
    const body = { inviteCode: team.inviteCode };
    const answer = await this.#untilAnswered(() => this.#send(user.cookie, 'POST', '/teams/join', body));
    if (answer.status === 200 || answer.code === 'already_in_team')
      this.journal.push({ kind: 'member', userId: user.id, teamId: team.id });
    else this.surprises.push(`member: ${answer.status} ${answer.code}`);
    return true;
  }

  async #checkIn(): Promise<boolean> {
    const guest = this.#supply.guests.pop();
    if (!guest) return false;
    const key = randomUUID();
    const { cookie } = this.#supply.volunteer;
    const answer = await this.#untilAnswered(() =>
      this.#send(cookie, 'POST', '/applications/check-in', { userId: guest.id }, key),
    );
    if (answer.status === 200) this.journal.push({ kind: 'check-in', userId: guest.id, key });
    else this.surprises.push(`check-in: ${answer.status} ${answer.code}`);
    return true;
  }

  async #score(): Promise<boolean> {
    const key = randomUUID();
    const body = {
      team_name: 'Night Owls',
      team_number: 1 + Math.floor(Math.random() * 90),
      track: 'hacker',
      scores: { innovation: 7, technical: 7, impact: 7, presentation: 7, design: 7 },
      special_categories: null,
    };
    const answer = await this.#untilAnswered(() =>
      this.#send(this.#supply.judgeCookie, 'POST', '/scores', body, key),
    );
    if (answer.status === 200 || answer.status === 201) this.journal.push({ kind: 'score', key });
    else this.surprises.push(`score: ${answer.status} ${answer.code}`);
    return true;
  }

  async #requestCode(): Promise<boolean> {
    const address = `${randomUUID()}@example.org`;
    const answer = await this.#untilAnswered(() =>
      this.#send('', 'POST', '/auth/email/start', { email: address }),
    );
    if (answer.status === 200) this.journal.push({ kind: 'mail', address });
    else this.surprises.push(`mail: ${answer.status} ${answer.code}`);
    return true;
  }

  /** Repeats a call until its answer is final: not when there was none, or when it says to try again. */
  async #untilAnswered(send: () => Promise<Response>): Promise<{ status: number; code: string }> {
    for (let wait = 200; ; wait = Math.min(2000, wait * 2)) {
      try {
        const answer = await send();
        const body = (await answer.json().catch(() => ({}))) as { code?: string };
        this.#count(answer.status);
        const later = answer.status === 503 || answer.status === 507 || answer.status === 429;
        // An error of the program itself is reported, and the call repeated as a person would.
        if (answer.status === 500) this.surprises.push(`500 ${body.code}`);
        if (!later && answer.status !== 500) return { status: answer.status, code: body.code ?? '' };
      } catch {
        this.#count('no answer');
      }
      await pause(wait * (0.5 + Math.random()));
    }
  }

  #count(status: number | 'no answer'): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  #send(cookie: string, method: string, address: string, body: unknown, key?: string): Promise<Response> {
    const form = body instanceof FormData;
    return fetch(`${this.#site.url}/api${address}`, {
      method,
      headers: {
        cookie,
        ...(!form && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: form ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
  }
}
