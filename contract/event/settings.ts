import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { eventFilePart } from '../platform/files.ts';
import type { Event } from './event.ts';
import type { SectionShape } from './setting-fields.ts';

/** The sections of the settings and the event's fields in each, in page order. */
export const settingsSections = {
  schedule: ['schedule'],
  event: [
    'name',
    'shortName',
    'tagline',
    'dates',
    'place',
    'badge',
    'address',
    'timezone',
    'locale',
    'links',
  ],
  public: ['hero', 'faq', 'sponsors', 'organizers', 'past'],
  tracks: ['tracks', 'specialCategories', 'projects'],
  form: ['questions', 'agreements', 'guardian', 'schools', 'tShirtSizes'],
  places: ['registration', 'capacity', 'answerBy', 'waitlist', 'showUpRate'],
  switches: [
    'teamDirectory',
    'holdDecisions',
    'walkIns',
    'help',
    'lending',
    'pushNotifications',
    'certificates',
    'feedback',
    'resumeBook',
    'retention',
  ],
  judging: ['rubric', 'judgeComments'],
  'check-in': ['checkpoints'],
  search: ['searchTerms'],
  mail: ['emails'],
} as const satisfies Record<string, readonly (keyof Event)[]>;
export type SettingsSection = keyof typeof settingsSections;
export const sectionNames = Object.keys(settingsSections) as [SettingsSection, ...SettingsSection[]];

export const sectionTexts: Record<SettingsSection, Omit<SectionShape, 'fields'>> = {
  schedule: { title: 'Schedule', about: 'Tap a row to move, change or remove it.' },
  event: { title: 'Event', about: 'Name, dates, place and links: on every page, in emails, on passes.' },
  public: {
    title: 'Public page',
    about: 'What visitors see on the landing page: introduction, questions, sponsors.',
  },
  tracks: { title: 'Tracks and prizes', about: 'What people enter, and what they can win.' },
  form: { title: 'Application form', about: 'What applicants are asked beyond name, track and resume.' },
  places: {
    title: 'Places and deadlines',
    about: 'How many people can come, and the deadlines to apply and to answer.',
  },
  switches: { title: 'Switches', about: 'Which optional features this event uses.' },
  judging: { title: 'Judging', about: 'What judges score.' },
  'check-in': {
    title: 'Check-in',
    about: 'Where people are checked in: the first one is the entrance.',
  },
  search: { title: 'Search', about: 'Words of this event that the applicant search should know.' },
  mail: {
    title: 'Emails and keys',
    about:
      'The wording of the emails about applications. Links, deadlines and the question about attending are always added.',
  },
};

/** What created a version of the event: a save in the browser, an import of files, or the first start of an empty site. */
const origins = ['save', 'import', 'seed'] as const;
export type EventOrigin = (typeof origins)[number];

/** Fields of the event by name; null for a field that is left out. */
const values = z.record(z.string().max(40), z.unknown());
export type SettingsValues = z.infer<typeof values>;

/** The origin of a version of the event: its time, author and origin. */
const change = {
  at: z.iso.datetime(),
  /** Null for a command, and once that account is deleted. */
  by: z.string().nullable(),
  origin: z.enum(origins),
};

const section = z.object({
  section: z.enum(sectionNames),
  /** The newest version of the event that changed the section. */
  version: z.int(),
  values,
  ...change,
});
export type SectionState = z.infer<typeof section>;

const settings = z.object({
  sections: z.array(section),
  /** What can no longer change, by field path such as `tracks.0.id`, and why. */
  locked: z.record(z.string(), z.string()),
  /** What is set in the environment, without secrets. */
  services: z.array(z.object({ name: z.string(), isSetUp: z.boolean(), detail: z.string() })),
  /** What the page draws in each section, derived from the event's schema. */
  shapes: z.record(z.enum(sectionNames), z.unknown() as z.ZodType<SectionShape>),
});
export type Settings = z.infer<typeof settings>;

const params = z.object({ section: z.enum(sectionNames) });

export const getSettings = endpoint('GET /settings', 'admin', {
  summary: 'Get the settings by section, with the version that last changed each',
  response: settings,
});

export const checkSettings = endpoint('POST /settings/:section/check', 'admin', {
  summary: 'Check a section without saving it: problems by field path, and which other sections would change',
  params,
  body: z.strictObject({ values }),
  response: z.object({
    mistakes: z.record(z.string(), z.string()),
    /** Other sections that would change, too. */
    follows: z.array(z.enum(sectionNames)),
  }),
  limit: { max: 300, seconds: 60 },
});

export const saveSettings = endpoint('PUT /settings/:section', 'admin', {
  summary:
    'Save a section; refused if it was saved since `version`, and for implausible values unless `confirmed`',
  params,
  body: z.strictObject({
    version: z.int().min(0),
    values,
    /** The doubts that were confirmed. Without this field, only implausible values are refused, not the consequences of a change. */
    confirmed: z.array(z.string().max(500)).max(50).optional(),
  }),
  response: section,
});

const earlier = z.object({ version: z.int(), values, ...change });
export type EarlierSettings = z.infer<typeof earlier>;

export const listEarlierSettings = endpoint('GET /settings/:section/versions', 'admin', {
  summary: 'List the earlier states of a section, newest first',
  params,
  response: z.array(earlier),
});

const eventVersion = z.object({ version: z.int(), sections: z.array(z.enum(sectionNames)), ...change });

export const listEventVersions = endpoint('GET /settings/versions', 'admin', {
  summary: 'List the versions of the event, newest first, with the sections that each changed',
  response: z.array(eventVersion),
});

const versionParams = z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647) });

export const getEventVersion = endpoint('GET /settings/versions/:version', 'admin', {
  summary: 'Get the values of all sections in a version of the event',
  params: versionParams,
  response: z.object({ values }),
});

export const restoreEvent = endpoint('POST /settings/versions/:version/restore', 'admin', {
  summary: 'Make a version of the event the newest one; refused when there is one after `newest`',
  params: versionParams,
  body: z.strictObject({ newest: z.int().min(1) }),
  response: z.object({ version: z.int() }),
});

export const exportSettings = endpoint('GET /settings/event.zip', 'admin', {
  summary: 'Download the event as a document with its files',
  response: 'file',
});

export const uploadEventFile = endpoint('POST /settings/files', 'admin', {
  summary: 'Upload a picture, film, captions or font of the event; its address is then used in a section',
  form: { fields: z.object({}), files: { file: eventFilePart }, failed: 'event_file_failed' },
  response: z.object({ address: z.string() }),
  status: 201,
  limit: { max: 120, seconds: 3600 },
});

export const sendTestEmail = endpoint('POST /settings/test-email', 'admin', {
  summary: 'Send a test email to yourself',
  limit: { max: 5, seconds: 60 },
});
