import type { BrowserContext, Request } from 'playwright-core';
import type { Access, Endpoint } from '../contract/platform/endpoint.ts';
import { calls } from '../server/testing/calls.ts';

const fields = ['mail', 'major', 'diet', 'why'] as const;
type Field = (typeof fields)[number];

/** A word for each of a person's fields that occurs nowhere else. */
export type Canary = Record<Field, string>;

export function createCanary(number: number): Canary {
  return Object.fromEntries(fields.map((field) => [field, `quill${number}${field}`])) as Canary;
}

// What a call may tell about somebody else. The authorization matrix tests who may make the call.
const byAccess: Record<Access, readonly Field[]> = {
  open: [],
  all: [],
  user: [],
  hacker: [],
  'check-in': ['mail', 'major', 'diet'],
  mentor: [],
  staff: [],
  'application-reviewer': fields,
  'check-in-lead': ['mail', 'major', 'diet'],
  'judging-lead': ['mail'],
  admin: fields,
  owner: ['mail'],
  judge: [],
  reviewer: [],
};
/**
 * Members see each other's address, and the leader that of people who ask to join. The command palette shows each role what its
 * own lists do; `home.test.ts` tests that.
 */
const withAddresses = new Set(['getTeam', 'joinTeam', 'listReceivedRequests', 'findByName']);

/** Their answers name only the caller; the authorization matrix tests that. */
const ofOneself = new Set([
  'getCurrentUser',
  'openPass',
  'redeemSignInLink',
  'startShift',
  'verifyEmailSignIn',
]);

function findCall(method: string, pathname: string): [string, Endpoint] | undefined {
  const fits = ([, { method: own, path }]: [string, Endpoint]) =>
    own === method && new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  const found = Object.entries(calls).filter(fits);
  // A path without parameters takes precedence over one with parameters.
  return found.find(([, { path }]) => !path.includes(':')) ?? found[0];
}

function isShared(field: Field, method: string, url: string): boolean {
  const [name, call] = findCall(method, new URL(url).pathname) ?? [];
  if (!name || !call) return false;
  return byAccess[call.access].includes(field) || (field === 'mail' && withAddresses.has(name));
}

/** Returns the canary words of a text, each once, with the person's number and the field. */
function findWords(text: string): { word: string; number: number; field: Field }[] {
  const words = new Map(
    [...text.matchAll(/quill(\d+)(mail|major|diet|why)/g)].map(([word, number, field]) => [
      word,
      { word, number: Number(number), field: field as Field },
    ]),
  );
  return [...words.values()];
}

/** Returns what an answer tells about people other than `own`, a line each. */
export function findLeaks(text: string, method: string, url: string, own: ReadonlySet<number>): string[] {
  return findWords(text)
    .filter(({ number, field }) => !own.has(number) && !isShared(field, method, url))
    .map(
      ({ word }) => `${method} ${new URL(url).pathname} tells ${[...own].join() || 'somebody'} of ${word}`,
    );
}

/** Returns the canaries and names in a text that must not contain personal data: a log, a metric, an address. */
export function findPersonalData(text: string, names: Iterable<string>): string[] {
  const named = [...names].filter((name) => name.length >= 5 && text.includes(name));
  return [...findWords(text).map(({ word }) => word), ...named];
}

/** Removes what somebody typed into a search field from an address. */
function withoutSearch(address: string): string {
  const url = new URL(address);
  for (const name of ['term', 'q', 'query']) url.searchParams.delete(name);
  return decodeURIComponent(url.href.replaceAll('+', ' '));
}

/** Whether an address is that of a file of the build, which contains no personal data. */
const ofBuild = new Set(['script', 'stylesheet', 'font', 'image']);

/**
 * Reads every answer that a browser gets and every address that it requests; its session is that of person `number` or of
 * whoever signs in with it. `settle` waits for the answers still being read and returns what was wrong.
 */
export function watchCanaries(
  context: BrowserContext,
  number: number | undefined,
  names: () => Iterable<string>,
): { settle: () => Promise<string[]> } {
  const faults: string[] = [];
  const own = new Set(number ? [number] : []);
  const told: { text: string; method: string; url: string }[] = [];
  const reading = new Set<Promise<void>>();
  const read = async (request: Request) => {
    const response = await request.response().catch(() => null);
    const type = response?.headers()['content-type'] ?? '';
    if (!response || !/json|html|csv|plain/.test(type)) return;
    // An answer that the page did not wait for can no longer be read.
    const text = await response.text().catch(() => '');
    const [method, url] = [request.method(), response.url()];
    const words = findWords(text);
    if (ofOneself.has(findCall(method, new URL(url).pathname)?.[0] ?? ''))
      for (const word of words) own.add(word.number);
    else told.push({ text: words.map(({ word }) => word).join(' '), method, url });
  };
  // An answer whose body the page leaves unread never finishes.
  context.on('requestfinished', (request) => {
    if (ofBuild.has(request.resourceType())) return;
    const one: Promise<void> = read(request).finally(() => reading.delete(one));
    reading.add(one);
  });
  context.on('request', (request) => {
    if (!request.url().startsWith('http')) return;
    const found = findPersonalData(withoutSearch(request.url()), names());
    faults.push(...found.map((word) => `${word} stands in ${request.url()}`));
  });
  return {
    settle: async () => {
      await Promise.all(reading);
      return [...faults, ...told.flatMap(({ text, method, url }) => findLeaks(text, method, url, own))];
    },
  };
}
