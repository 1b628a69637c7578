import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deckPart, resumePart } from '../platform/files.ts';
import { success } from '../platform/responses.ts';
import { madeAgreement } from './agreements.ts';
import { guardianState } from './guardians.ts';
import { place } from './places.ts';
import { givenAnswer } from './questions.ts';

export const applicationStatus = z.enum(['pending', 'approved', 'rejected']);
export type ApplicationStatus = z.infer<typeof applicationStatus>;

/** The sizes of the default event; an event can have others. */
export const tShirtSizes = ['S', 'M', 'L', 'XL', 'XXL'] as const;
export const dietaryChoices = ['vegetarian', 'non-vegetarian', 'vegan', 'other'] as const;
export const teamChoices = ['solo', 'lookingForTeam', 'createTeam'] as const;

/** The labels of the required fields, in the order in which the message about missing fields lists them. */
export const fieldLabels = {
  major: 'Major / field of study',
  dietaryRestrictions: 'Dietary restrictions',
  tShirtSize: 'T-shirt size',
  whyJoin: 'Why do you want to join?',
  track: 'Track',
  teamPreference: 'Team preference',
} as const;

/**
 * The fields that are stored as they were entered, in the order in which they are shown, with their short names in lists
 * and exports. The reason to join comes after them, on its own.
 */
export const shownFields = {
  track: 'Track',
  major: 'Major',
  tShirtSize: 'T-shirt',
  dietaryRestrictions: 'Dietary',
} as const;
export const shownFieldNames = Object.keys(shownFields) as (keyof typeof shownFields)[];

/** An application as its owner and organizers see it. */
export const application = z.object({
  _id: z.uuid(),
  status: applicationStatus,
  track: z.string(),
  major: z.string(),
  tShirtSize: z.string(),
  dietaryRestrictions: z.string(),
  whyJoin: z.string(),
  resumeUrl: z.string().nullable(),
  pitchDeckUrl: z.string().nullable(),
  /** For its owner: no text was found in the resume. */
  resumeUnreadable: z.literal(true).optional(),
  /** For organizers: the documents with scripts, launch actions or embedded files. */
  activeContent: z.array(z.enum(['resume', 'pitchDeck'])).optional(),
  attendanceConfirmed: z.boolean(),
  /** The person has said that they will not come. If this and `attendanceConfirmed` are absent, they have not answered. */
  attendanceDeclined: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  reviewedAt: z.iso.datetime().nullable(),
  checkedInAt: z.iso.datetime().nullable(),
  /**
   * For organizers: when the person was removed from the event; until that is lifted, the application counts as rejected.
   */
  removedAt: z.iso.datetime().optional(),
  /** For organizers: the status is not released yet; the applicant still sees the previous one. */
  held: z.literal(true).optional(),
  /** For organizers: blind review hides the applicant until the reader has rated the application. */
  hidden: z.literal(true).optional(),
  /** For organizers: who reviews it at the moment. */
  claim: z.object({ by: z.string(), mine: z.boolean() }).optional(),
  /**
   * For organizers: the average rating from 1 to 5, the number of ratings, and the difference between the highest and the
   * lowest.
   */
  rating: z.object({ mean: z.number(), count: z.int(), spread: z.int() }).optional(),
  /** For organizers: until when the last decision can be undone. */
  undoUntil: z.iso.datetime().optional(),
  /** Set when places are limited and the person has, had or waits for one. */
  place: place.optional(),
  /** For its owner and in an organizer's detail: the answers to the event's own questions. */
  answers: z.array(givenAnswer).optional(),
  /** For its owner, while answers can change: the text of each, by question id. */
  editableAnswers: z.record(z.string(), z.array(z.string())).optional(),
  /** For its owner and in an organizer's detail: the guardian of a person who is too young to take part without one. */
  guardian: guardianState.optional(),
  /** For its owner and in an organizer's detail: the person's agreements, oldest first, including revoked ones. */
  agreements: z.array(madeAgreement).optional(),
  /** For its owner: the number of the table where they present, once assigned. */
  tableNumber: z.int().optional(),
  user: z.object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    team: z.uuid().nullable(),
  }),
  can: z.object({
    changeTrack: z.boolean(),
    uploadDeck: z.boolean(),
    answerAttendance: z.boolean(),
    approve: z.boolean(),
    reject: z.boolean(),
    remove: z.boolean(),
  }),
});
export type Application = z.infer<typeof application>;

/** Shown to the owner of a resume without text. */
export const unreadableResumeText =
  'We could not read any text in it; organizers can open it, the search cannot find you by it.';

const dataResponse = success.extend({ data: application });

/** The text fields of the form as sent; `findFormProblems` checks them. */
const applicationFields = z.object({
  major: z.string().optional(),
  dietaryRestrictions: z.string().optional(),
  tShirtSize: z.string().optional(),
  whyJoin: z.string().optional(),
  track: z.string().optional(),
  teamPreference: z.string().optional(),
  teamName: z.string().optional(),
  selectedTeam: z.string().optional(),
  /** Answers to the event's own questions, as JSON: `{ id: value }`. */
  answers: z.string().optional(),
  guardianEmail: z.string().max(512).optional(),
  /** The agreements that the person accepts, as JSON: `{ id: version }`. */
  agreements: z.string().max(2000).optional(),
});
export type ApplicationFields = z.infer<typeof applicationFields>;

export const submitApplication = endpoint('POST /applications', 'hacker', {
  summary:
    'Submit an application: the form with the resume and, for a track that requires one, the pitch deck',
  form: {
    fields: applicationFields,
    files: { resume: resumePart, pitchDeck: deckPart },
    failed: 'apply_failed',
  },
  response: dataResponse,
  status: 201,
  limit: { max: 20, seconds: 3600 },
});

export const getMyApplication = endpoint('GET /applications/me', 'user', {
  summary: 'Get your application; 404 when there is none',
  viewable: true,
  response: dataResponse,
});

export const updateTrack = endpoint('PUT /applications/track', 'hacker', {
  summary: 'Change your track while the application is pending',
  body: z.strictObject({ track: z.string().max(limits.text.track) }),
});

export const uploadPitchDeck = endpoint('PUT /applications/pitch-deck', 'hacker', {
  summary: 'Upload a pitch deck and move your application to the track that requires one',
  form: { fields: z.object({}), files: { pitchDeck: deckPart }, failed: 'deck_failed' },
  limit: { max: 20, seconds: 3600 },
});

export const getAttendanceStatus = endpoint('GET /attendance/user-attendance-status/:userId', 'user', {
  summary: 'Get whether a person has said that they will come',
  response: z.object({ attendanceConfirmed: z.boolean() }),
});

export const updateAttendance = endpoint('PUT /attendance', 'hacker', {
  summary: 'Say whether you will come, until you are checked in',
  body: z.strictObject({ attending: z.boolean() }),
  response: z.object({ attendanceConfirmed: z.boolean() }),
});
