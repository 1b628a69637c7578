import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { madeAgreement } from './agreements.ts';
import { application, applicationStatus, dietaryChoices } from './applications.ts';
import { placesOfApproval, severalChanged } from './places.ts';
import { givenAnswer } from './questions.ts';

// Moving through the list by keyboard prefetches; each of these calls has its own limit.
const readLimit = { max: 900, seconds: 60 };

/** The decision's email is delayed; until it is sent, `undoDecision` reverses both. */
const undoable = z.boolean().default(false);

/**
 * The sort orders of the list; `track` sorts by track, then oldest first; `rating` by average rating, then newest first.
 */
export const applicationSorts = ['newest', 'oldest', 'track', 'rating'] as const;
export type ApplicationSort = (typeof applicationSorts)[number];

const yesOrNo = z.enum(['yes', 'no']);

export const listApplications = endpoint('GET /applications', 'application-reviewer', {
  summary:
    'List applications, newest first; `q` holds words of name, email or major; `X-Total-Count` is the number that match',
  query: z.object({
    status: applicationStatus.optional(),
    q: z.string().max(limits.text.searchTerm).optional(),
    sort: z.enum(applicationSorts).default('newest'),
    /** Only applications that the caller has claimed. */
    share: z.literal('mine').optional(),
    track: z.string().max(limits.text.track).optional(),
    /** Whether the person is in a team, was checked in at the entrance, and was rated by the caller. */
    team: yesOrNo.optional(),
    checkedIn: yesOrNo.optional(),
    rated: yesOrNo.optional(),
    size: z.string().max(limits.text.tShirtSize).optional(),
    food: z.enum(dietaryChoices).optional(),
    /** Whether they wait for a place, have not answered an offer, or let it lapse. */
    place: z.enum(['waiting', 'offered', 'lapsed']).optional(),
    /** Whether they said that they come, that they do not, or nothing. */
    coming: z.enum(['yes', 'no', 'none']).optional(),
    /** The reviewer who rated or claimed it. */
    reviewer: z.uuid().optional(),
    /** Answers by question id, such as `school=owl&level=Master`: a choice, or words of any other answer. */
    answers: z.string().max(limits.text.viewSearch).optional(),
    limit: z.coerce.number().int().min(1).max(limits.admin.maxPageSize).optional(),
    /** `offset` skips to a page; `after` is the last id of the previous page. */
    offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    after: z.uuid().optional(),
  }),
  response: z.array(application),
  limit: readLimit,
});

export const countApplications = endpoint('GET /applications/counts', 'application-reviewer', {
  summary: 'Count applications by status',
  response: z.object({
    all: z.int(),
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    /** The decisions that are not released yet; absent when there are none and decisions are not held. */
    held: z.int().optional(),
    /** Decisions are held at present. */
    holding: z.literal(true).optional(),
  }),
});

export const getApplication = endpoint('GET /applications/:id', 'application-reviewer', {
  summary: 'Get one application',
  response: application,
  limit: readLimit,
});

export const updateApplicationStatus = endpoint('PUT /applications/:id', 'admin', {
  summary: 'Approve or reject an application; refused when its status is no longer `from`, if given',
  body: z.strictObject({
    status: z.enum(['approved', 'rejected']),
    /** The status that the organizer saw. If it has changed since, the call is refused. */
    from: applicationStatus.optional(),
    /** Whether the organizer saw the person on the waitlist, whose status is pending too. */
    waits: z.boolean().optional(),
    undoable,
  }),
  response: application,
  // High enough to decide on a whole event at once.
  limit: { max: 6000, seconds: 60 },
});

export const updateApplicationStatuses = endpoint('POST /applications/status', 'admin', {
  summary:
    'Approve or reject several applications in one transaction, without those that are refused; `dryRun` changes nothing and says what would happen',
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(limits.admin.maxPageSize),
    status: z.enum(['approved', 'rejected']),
    /** The statuses that the organizer saw, by application. Applications whose status has changed since are refused. */
    from: z.partialRecord(z.uuid(), applicationStatus).optional(),
    /** Those that the organizer saw on the waitlist, whose status is pending too. */
    waiting: z.array(z.uuid()).optional(),
    undoable,
    dryRun: z.boolean().default(false),
  }),
  response: severalChanged.extend({
    places: placesOfApproval.optional(),
    /** What `undoDecisions` can undo, and until when. */
    undoable: z.object({ ids: z.array(z.uuid()), until: z.iso.datetime() }).optional(),
  }),
});

export const auditEntry = z.object({
  _id: z.int(),
  at: z.iso.datetime(),
  /** The name at the time. Null for the command line, for deleted accounts, and where blind review hides the name. */
  by: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  /** For a check-in, the id of the checkpoint. */
  checkpoint: z.string().optional(),
});

export const getApplicationHistory = endpoint('GET /applications/:id/history', 'application-reviewer', {
  summary: 'Get the history of an application and its person, oldest first',
  response: z.array(auditEntry),
  limit: readLimit,
});

export const getApplicationStatistics = endpoint('GET /applications/statistics', 'application-reviewer', {
  summary:
    "Get applications by day and status, approved people's T-shirts, diets and attendance, and check-ins at the entrance per ten minutes, in the event's time zone",
  response: z.object({
    days: z.array(z.object({ day: z.iso.date(), pending: z.int(), approved: z.int(), rejected: z.int() })),
    arrivals: z.array(z.object({ at: z.iso.datetime(), count: z.int() })),
    /** How many approved people have which T-shirt size and diet; allergies in their own words. */
    shirts: z.array(z.object({ value: z.string(), count: z.int() })),
    diets: z.array(z.object({ value: z.string(), count: z.int() })),
    /** How many approved people chose what, for each of the event's multiple-choice questions. */
    answers: z
      .array(
        z.object({ label: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) }),
      )
      .optional(),
    /** What approved people answered to "Will you come?". */
    coming: z.object({ yes: z.int(), no: z.int(), silent: z.int() }),
  }),
});

export const listApplicationDetails = endpoint('POST /applications/details', 'admin', {
  summary:
    'List the team, the check-ins, the answers, the agreements, the guardians, the ratings and the notes of applications, for an export',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(limits.admin.maxPageSize) }),
  response: z.array(
    z.object({
      _id: z.uuid(),
      team: z.string().nullable(),
      checkIns: z.array(z.object({ checkpoint: z.string(), at: z.iso.datetime() })),
      answers: z.array(givenAnswer).optional(),
      agreements: z.array(madeAgreement).optional(),
      /** Organizers' ratings; absent while blind review hides them. */
      reviews: z.array(z.object({ by: z.string(), rating: z.int().nullable(), note: z.string() })).optional(),
      notes: z.array(z.object({ by: z.string(), text: z.string() })).optional(),
      /** Set for people who are too young to take part without a guardian. */
      guardian: z.enum(['asked', 'confirmed', 'declined']).optional(),
    }),
  ),
  limit: { max: 600, seconds: 60 },
});

/** A view of the list that organizers share: a name for query parameters such as `status=pending&track=Startup`. */
export const savedView = z.strictObject({
  name: z.string().trim().min(1).max(limits.text.viewName),
  search: z.string().max(limits.text.viewSearch),
});
const savedViews = z.array(savedView);

export const listSavedViews = endpoint('GET /applications/views', 'application-reviewer', {
  summary: 'List the saved views of the list, by name',
  response: savedViews,
});

export const saveView = endpoint('PUT /applications/views', 'admin', {
  summary: 'Save a view of the list for all organizers, replacing one of the same name',
  body: savedView,
  response: savedViews,
});

export const deleteView = endpoint('DELETE /applications/views', 'admin', {
  summary: 'Delete a saved view of the list; a repeat changes nothing',
  query: savedView.pick({ name: true }),
  response: savedViews,
});
