import { z } from 'zod';
import { auditEntry } from '../apply/applications-admin.ts';
import { sectionNames } from '../event/settings.ts';
import { limits } from '../limits.ts';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';

export const logKinds = [
  'applications',
  'check-in',
  'projects',
  'judging',
  'announcements',
  'people',
  'settings',
  'downloads',
  'refused',
] as const;
export type LogKind = (typeof logKinds)[number];

export const listLog = endpoint('GET /log', 'admin', {
  summary: 'List who did what to whom and when, newest first; `before` is the last id of the previous page',
  query: z.object({
    kind: z.enum(logKinds).optional(),
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  response: z.array(
    auditEntry.extend({
      /** The address of who did it, if `by` may be shown. */
      address: z.string().nullable(),
      /** The name of the affected person or thing, if it has one that may be shown. */
      subject: z.string().nullable(),
      application: z.uuid().nullable(),
      section: z.enum(sectionNames).nullable(),
    }),
  ),
  limit: { max: 300, seconds: 60 },
});

export const exportLog = endpoint('GET /log/export', 'admin', {
  summary: 'Export who did what to whom and when as CSV, newest first',
  query: z.object({ kind: z.enum(logKinds).optional() }),
  response: 'file',
  limit: { max: 20, seconds: 60 },
  audit: { action: 'log.exported' },
});
export type LogEntry = ResponseOf<typeof listLog>[number];

export const listFailedMails = endpoint('GET /mails/failed', 'admin', {
  summary: 'List emails that were given up, oldest first, at most 200',
  response: z.array(
    z.object({
      _id: z.uuid(),
      recipient: z.string(),
      subject: z.string(),
      failedAt: z.iso.datetime(),
      failure: z.string(),
    }),
  ),
});
export type FailedMail = ResponseOf<typeof listFailedMails>[number];

export const retryFailedMails = endpoint('POST /mails/failed', 'admin', {
  summary: 'Retry emails that were given up; others are ignored',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(limits.log.failedMails) }),
  response: success.extend({ queued: z.int() }),
  limit: { max: 60, seconds: 60 },
});
