import { z } from 'zod';
import { application, applicationStatus } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const id = z.object({ id: z.uuid() });

// Who runs through the list by keyboard reads ahead; each of these counts apart from everything else.
const reading = { max: 900, seconds: 60 };

/** The orders of the organisers' list; `track` is by track, within one the oldest first. */
export const applicationSorts = ['newest', 'oldest', 'track'] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

export const listApplications = endpoint({
  method: 'GET',
  path: '/applications',
  summary:
    'All applications, newest first; `q` are words of name, address or major; `X-Total-Count` counts the filtered ones',
  access: 'admin',
  query: z.object({
    status: applicationStatus.optional(),
    q: z.string().max(limits.text.searchTerm).optional(),
    sort: z.enum(applicationSorts).default('newest'),
    limit: z.coerce.number().int().min(1).max(limits.admin.maxPageSize).optional(),
    /** How many to leave out at the beginning: the way to jump; `after` is the way to go on. */
    offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    after: z.uuid().optional(),
  }),
  answer: z.array(application),
  limit: reading,
});

export const countApplications = endpoint({
  method: 'GET',
  path: '/applications/counts',
  summary: 'How many applications there are by status',
  access: 'admin',
  answer: z.object({ all: z.int(), pending: z.int(), approved: z.int(), rejected: z.int() }),
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/applications/:id',
  summary: 'One application',
  access: 'admin',
  params: id,
  answer: application,
  limit: reading,
});

export const updateApplicationStatus = endpoint({
  method: 'PUT',
  path: '/applications/:id',
  summary: 'Approves or rejects an application; refused when it no longer is `from`, if that is given',
  access: 'admin',
  params: id,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected']),
    /** What the organiser saw when deciding. */
    from: applicationStatus.optional(),
  }),
  answer: application,
  // A whole event is decided on in one go.
  limit: { max: 6000, seconds: 60 },
});

export const updateApplicationStatuses = endpoint({
  method: 'POST',
  path: '/applications/status',
  summary: 'Approves or rejects several applications, each on its own',
  access: 'admin',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(500), status: z.enum(['approved', 'rejected']) }),
  answer: z.object({
    changed: z.array(z.uuid()),
    failed: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
  }),
});

export const getApplicationHistory = endpoint({
  method: 'GET',
  path: '/applications/:id/history',
  summary: 'Who decided what on an application and its person, and when; oldest first',
  access: 'admin',
  params: id,
  answer: z.array(
    z.object({
      _id: z.int(),
      at: z.iso.datetime(),
      /** Null: the program's command line, or somebody whose account is gone. */
      by: z.string().nullable(),
      action: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  limit: reading,
});

export const getApplicationStatistics = endpoint({
  method: 'GET',
  path: '/applications/statistics',
  summary:
    'Applications by day and present status, and arrivals at the entrance by ten minutes, in the event’s time',
  access: 'admin',
  answer: z.object({
    days: z.array(z.object({ day: z.iso.date(), pending: z.int(), approved: z.int(), rejected: z.int() })),
    arrivals: z.array(z.object({ at: z.iso.datetime(), count: z.int() })),
  }),
});
