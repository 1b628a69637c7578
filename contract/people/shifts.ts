import { z } from 'zod';
import { checkpoint } from '../event-day/check-in.ts';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { lineSchema } from '../platform/text-rules.ts';
import { user } from './users.ts';

/**
 * Returns until when a shift can last, in milliseconds: at most a day, and not beyond the end of the event unless that has
 * passed.
 */
export function getLatestShiftEnd(program: { endsAt: number }[], now: number): number {
  const latest = now + limits.shift.longest;
  const eventEnd = Math.max(...program.map(({ endsAt }) => endsAt));
  return eventEnd > now ? Math.min(eventEnd, latest) : latest;
}

/**
 * The terms of a shift in its code: where and until when its volunteers check people in, and who created it; times in
 * milliseconds.
 */
export interface ShiftTerms {
  checkpoint: string;
  /** Whether verified passes are confirmed without a tap. */
  express: boolean;
  until: number;
  expiresAt: number;
  /** The id of the organizer. */
  by: string;
}

/** Formats the terms as briefly as a quickly read QR code needs; the program signs them. */
export function formatShiftTerms({ checkpoint, express, until, expiresAt, by }: ShiftTerms): string {
  return [checkpoint, Number(express), ...[until, expiresAt].map((time) => time.toString(36)), by].join('.');
}

/** Parses what `formatShiftTerms` returned; undefined for anything else. */
export function parseShiftTerms(text: string): ShiftTerms | undefined {
  const [, checkpoint = '', express, until = '', expiresAt = '', by = ''] =
    /^([a-z\d-]+)\.([01])\.([a-z\d]{6,9})\.([a-z\d]{6,9})\.([a-f\d-]{36})$/.exec(text) ?? [];
  if (!express) return undefined;
  const [end, expiry] = [until, expiresAt].map((time) => Number.parseInt(time, 36)) as [number, number];
  return { checkpoint, express: express === '1', until: end, expiresAt: expiry, by };
}

export const getShiftCode = endpoint('GET /volunteers/shift', 'check-in-lead', {
  summary:
    'Get the code of a shift: people who scan it within two minutes are volunteers until the shift ends',
  query: z.object({
    checkpoint,
    express: z.enum(['true', 'false']),
    until: z.iso.datetime({ offset: true }),
  }),
  response: z.object({
    /** The QR code with the link, as a data URL. */
    qrCode: z.string(),
    until: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
});

export const startShift = endpoint('POST /volunteers/shift', 'all', {
  summary:
    'Start a shift with a scanned code and a name; the same key and name continue the same volunteer. Volunteers and organizers with an account keep it',
  idempotent: true,
  body: z.strictObject({ code: z.string().max(300), name: lineSchema(limits.text.name) }),
  response: success.extend({ user, station: z.object({ checkpoint: z.string(), express: z.boolean() }) }),
  limit: { max: 60, seconds: 600 },
});

export const endShifts = endpoint('DELETE /volunteers/shifts', 'check-in-lead', {
  summary: 'End every shift: these volunteers are signed out at once',
});
