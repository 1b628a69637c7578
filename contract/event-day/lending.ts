import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';

/**
 * The length of a thing's number, the number of things, and in milliseconds how long a reservation lasts and how long
 * before a loan ends its holder is reminded.
 */
export const lendingLimits = { number: 20, things: 500, held: 30 * 60_000, remindBefore: 30 * 60_000 };

/** A line of the settings with a count, such as `12 × VR headset`. */
const counted = /^(\d{1,3}) ?[×x*] ?(\S.*)$/u;

/**
 * Returns the things of a line: a single one with its number, or as many as its count says, one without, numbered with the
 * initials of their name.
 */
export function listThingsOfLine(line: string): { number: string; name: string }[] {
  // "Soldering iron" is one, without a number of its own.
  const [, count, name = ''] = counted.exec(line) ?? (/^\S*\d/.test(line) ? [] : [line, '1', line]);
  if (count === undefined) {
    const [number = '', ...words] = line.split(' ');
    return [{ number, name: words.join(' ') }];
  }
  const initials = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 8);
  return Array.from({ length: Number(count) }, (_, at) => ({ number: `${initials}${at + 1}`, name }));
}

const number = z.string().min(1).max(lendingLimits.number);
const state = z.enum(['free', 'reserved', 'lent']);

/** A thing as participants see it. `until` is when the reader's reservation ends, or when they have to bring it back. */
const thing = z.object({
  number: z.string(),
  name: z.string(),
  state,
  photo: z.string().optional(),
  isMine: z.boolean(),
  until: z.iso.datetime().optional(),
});
export type Thing = z.infer<typeof thing>;

export const listThings = endpoint('GET /lending/things', 'hacker', {
  summary: 'List what can be borrowed, and what you have reserved or borrowed',
  viewable: true,
  response: z.array(thing),
});

export const reserveThing = endpoint('PUT /lending/reservations/:number', 'hacker', {
  summary: 'Reserve a thing for half an hour, in place of what you reserved before',
  params: z.object({ number }),
  limit: { max: 20, seconds: 600 },
});

export const cancelReservation = endpoint('DELETE /lending/reservations/:number', 'hacker', {
  summary: 'Cancel your reservation; does nothing without one',
  params: z.object({ number }),
});

/**
 * A thing as volunteers see it, with the person who has or reserved it, since when and until when. Without a person, a lent
 * thing is with somebody whose account was deleted.
 */
const lentThing = thing.omit({ isMine: true }).extend({
  person: z.object({ userId: z.uuid(), name: z.string() }).optional(),
  since: z.iso.datetime().optional(),
});
export type LentThing = z.infer<typeof lentThing>;

export const listLoans = endpoint('GET /lending/loans', 'check-in', {
  summary: 'List all things, and who has them since when',
  response: z.array(lentThing),
});

export const recordLoan = endpoint('PUT /lending/scans/:id', 'check-in', {
  summary:
    'Hand a thing out to the person of a pass, or take it in, under an id that the station makes; a repeat changes nothing',
  body: z.strictObject({
    number,
    /** The person who takes it; if absent, the thing is returned. */
    userId: z.uuid().optional(),
    /** The signature of the pass; absent for a person found by name. */
    pass: z.string().max(limits.checkIn.payloadMaxBytes).optional(),
    /** When a station did it without a connection: then it has happened and counts from that time. */
    at: z.iso.datetime({ offset: true }).optional(),
  }),
  limit: { max: 300, seconds: 60 },
});

export const listThingLabels = endpoint('GET /lending/labels', 'admin', {
  summary: 'Get the QR codes for labeling the things',
  response: z.array(z.object({ number: z.string(), name: z.string(), qrCode: z.string() })),
});
