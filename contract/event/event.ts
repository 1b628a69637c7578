import { z } from 'zod';
import { judgingTracks } from '../judging/judging-tracks.ts';
import { formatDateRange } from '../platform/format.ts';
import { checkResumeBook } from './event-after.ts';
import { emails } from './event-emails.ts';
import { createRefuser, rubricOfCriteria, searchTerms, withUnique } from './event-parts.ts';
import { checkPrizes, projects } from './event-projects.ts';
import { checkQuestions, questionSettings } from './event-questions.ts';
import { switchSettings } from './event-switches.ts';
import { day, formId, line, link, moment, slug, text, timeOfDay } from './event-values.ts';

/** The settings of limited places. */
const placeSettings = {
  /** How many people can come: an approval offers one of these places. */
  capacity: z.int('is not a number of people').min(1, 'is less than 1').max(100_000).optional(),
  /** Until when an offer can be answered: a moment, or so many hours after it. Without it, it does not end. */
  answerBy: z
    .union([
      moment,
      z.strictObject({ hours: z.int('is not a number of hours').min(1, 'is less than 1 hour').max(2160) }),
    ])
    .optional(),
  /** With every place taken, an approval puts the person on the waitlist; without this setting it is refused. */
  waitlist: z.boolean().default(false),
  /** The part of those who said yes that comes, 0 to 1, for the figure of how many to expect. */
  showUpRate: z.number('is not a number').min(0, 'is less than 0').max(1, 'is more than 1').optional(),
};

type PlaceSettings = z.output<z.ZodObject<typeof placeSettings>>;

/** Refuses settings about places of an event that does not limit them. */
function requireCapacity(event: PlaceSettings, context: z.RefinementCtx): void {
  for (const key of ['answerBy', 'waitlist'] as const)
    if (event[key] && event.capacity === undefined) createRefuser(context)([key], 'needs capacity');
}

const agreement = z.strictObject({
  id: formId,
  /** What people agreed to stays known by it: another text needs another version, and is asked for again. */
  version: line.refine((version) => version.length <= 40, 'is longer than 40 characters'),
  /** Its name in lists and exports. */
  title: line,
  /** The sentences that people agree to. */
  text,
  /** The documents that the text is about. */
  links: z.array(z.strictObject({ label: line, url: link })).default([]),
  /** Without it nobody can apply; it cannot be revoked. */
  required: z.boolean().default(false),
});

/** What people agree to when they apply. */
const agreements = z.array(agreement).max(20).superRefine(withUnique('id')).default([]);

const photo = z.strictObject({ src: line, alt: line, focal: line.default('50% 50%') });
const scheduleItem = z.strictObject({
  time: line,
  start: timeOfDay,
  end: timeOfDay.optional(),
  title: line,
  /** Where, when it is not at the event's place. */
  place: line.optional(),
  lines: z.array(line).default([]),
  image: z.strictObject({ src: line, alt: line }).optional(),
});
const days = z
  .int('is not a number of days')
  .min(1, 'is less than 1 day')
  .max(3650, 'is more than 3650 days');
const retention = z
  .strictObject({
    /** Resumes and pitch decks, after the event. */
    documentDays: days.default(90),
    /** Applications and the accounts of participants, after the event; anonymous counts stay. */
    applicationDays: days.default(365),
    /** Emails and announcements, after they were sent. */
    emailDays: days.default(90),
  })
  .prefault({})
  .refine(({ documentDays, applicationDays }) => documentDays <= applicationDays, {
    path: ['documentDays'],
    error: 'is longer than applicationDays: a document goes with its application',
  });

const trackFields = z.strictObject({
  id: line,
  slug,
  title: line,
  summary: text,
  prize: line,
  maxTeamSize: z.int().min(1).max(4).optional(),
  requiresPitchDeck: z.boolean().default(false),
  /** The rubric of its judges: `startup` for the track with the slug `startup`, `hacker` for all others. */
  rubric: z.enum(judgingTracks).optional(),
  description: z
    .strictObject({
      title: line,
      body: text,
      prize: line,
      /** A film: a link, such as `/films/clozyt.mp4` of the program itself; the same for what belongs to it. */
      video: link.optional(),
      poster: link.optional(),
      /** WebVTT. */
      captions: link.optional(),
      /** What the film shows, for people who can't see it. */
      videoText: text.optional(),
    })
    .optional(),
});
const track = trackFields.transform(({ rubric, ...fields }) => ({
  ...fields,
  rubric: rubric ?? (fields.slug === 'startup' ? ('startup' as const) : ('hacker' as const)),
}));

const eventFields = z.strictObject({
  name: line,
  shortName: line.optional(),
  tagline: line,
  /** How dates and numbers are written. */
  locale: line.default('en-US').refine((locale) => {
    try {
      return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
    } catch {
      return false;
    }
  }, 'is not a locale like en-US'),
  /** Without a label, the range as the locale writes it. */
  dates: z
    .strictObject({ start: day, end: day, label: line.optional() })
    .refine(({ start, end }) => start <= end, { path: ['end'], error: 'is before start' }),
  timezone: line.refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  }, 'is not a time zone like America/Phoenix'),
  place: line,
  /** The postal address; with it the landing page links to a map. */
  address: line.optional(),
  /** The line above the schedule; without it, the dates and the place. */
  badge: line.optional(),
  registration: z.strictObject({
    closesAt: moment,
    enforce: z.boolean().default(false),
    /** The last day on which applicants hear the decision. */
    decisionsBy: day.optional(),
  }),
  ...placeSettings,
  ...switchSettings,
  agreements,
  ...questionSettings,
  /** The emails about applications in the organizers' own words. */
  emails: emails.optional(),
  retention,
  hero: z.strictObject({
    title: line,
    lede: text,
    /** Short answers to "should I come?": free, food included. */
    chips: z.array(line).max(4).default([]),
    photos: z.array(photo).default([]),
    treatment: z.enum(['riso', 'none']).default('riso'),
  }),
  tracks: z
    .array(track)
    .min(1)
    .superRefine(withUnique('id', 'slug'))
    // A deck that is handed in later moves its owner to the track that asks for one.
    .refine((tracks) => tracks.filter(({ requiresPitchDeck }) => requiresPitchDeck).length <= 1, {
      error: 'only one track can have requiresPitchDeck',
    }),
  rubric: z.strictObject({ hacker: rubricOfCriteria, startup: rubricOfCriteria }),
  specialCategories: z
    .array(z.strictObject({ key: line, label: line, filterLabel: line.optional() }))
    .superRefine(withUnique('key'))
    .default([]),
  /** `false`: the event has no projects, and the program no trace of them. */
  projects: z.union([projects, z.literal(false)]).default(false),
  /** Present when judges may write one comment with each score, for organizers and, from a moment on, for the team. */
  judgeComments: z
    .strictObject({
      /** A moment, or `results`: while the results are published. */
      teamsFrom: z
        .string()
        .refine((from) => from === 'results' || z.iso.datetime({ offset: true }).safeParse(from).success, {
          error: "is neither 'results' nor a time with offset like 2025-09-21T17:00:00-07:00",
        })
        .optional(),
    })
    .optional(),
  checkpoints: z
    .array(
      z.strictObject({
        id: slug,
        name: line,
        /** What a station there shows of each person besides the name. */
        shows: z.array(z.enum(['dietaryRestrictions', 'tShirtSize'])).default([]),
      }),
    )
    .min(1)
    .superRefine(withUnique('id')),
  searchTerms: searchTerms.default([]),
  schedule: z.array(z.strictObject({ date: day, title: line, items: z.array(scheduleItem).min(1) })).min(1),
  /** What the last event was like; the landing page shows what is given. */
  past: z
    .strictObject({
      figures: z
        .array(z.strictObject({ value: line, label: line }))
        .max(4)
        .default([]),
      winners: z.array(z.strictObject({ project: line, prize: line, url: link.optional() })).default([]),
    })
    .optional(),
  /** A sentence or two about the organizers, for the landing page. */
  organizers: text.optional(),
  faq: z.array(z.strictObject({ question: line, answer: text })).default([]),
  sponsors: z.strictObject({
    note: line,
    showPlaceholders: z.boolean().default(true),
    list: z
      .array(
        z.strictObject({
          name: line,
          url: link,
          logo: line.optional(),
          tier: z.int().min(1).max(3).default(2),
        }),
      )
      .default([]),
  }),
  links: z.strictObject({
    contact: link,
    /** Where the results are, once they are published. */
    results: link.optional(),
    social: z.array(z.strictObject({ label: line, url: link })).default([]),
    community: z.array(z.strictObject({ label: line, url: link, description: line })).default([]),
  }),
});

/** `September 20–21, 2025 at ECG 101` */
export const formatBadge = ({ label, place }: { label: string; place: string }): string =>
  `${label} at ${place}`;

/** What a document of the event says: `parseEvent` of the server reads it with this. */
export const eventSchema = eventFields
  .superRefine(requireCapacity)
  .superRefine(checkPrizes)
  .superRefine(checkResumeBook)
  .superRefine(checkQuestions)
  .transform((event) => {
    const { start, end, label = formatDateRange(start, end, event.locale) } = event.dates;
    const { badge = formatBadge({ label, place: event.place }) } = event;
    return { ...event, dates: { start, end, label }, badge };
  });

/** The event as JSON, as it is stored, exported and imported. */
export type EventDocument = z.input<typeof eventSchema>;
export type Event = z.output<typeof eventSchema>;
export type Track = Event['tracks'][number];

/** Lists the prizes that a project can be entered for: the special categories, and then the event's own. */
export function listPrizes({
  specialCategories,
  projects,
}: Pick<Event, 'specialCategories' | 'projects'>): { key: string; label: string }[] {
  const prizes = projects ? [...specialCategories, ...projects.prizes] : [];
  return prizes.map(({ key, label }) => ({ key, label }));
}

/** Finds a track by its id; undefined when the event has no such track. */
export function findTrack(event: Pick<Event, 'tracks'>, id: string): Track | undefined {
  return event.tracks.find((candidate) => candidate.id === id);
}
