import { z } from 'zod';
import { usualRubric } from '../judging/judging-tracks.ts';
import { limits } from '../limits.ts';
import { formatDateRange } from '../platform/format.ts';
import { checkResumeBook } from './event-after.ts';
import { emails } from './event-emails.ts';
import { createRefuser, idMeta, keyMeta, rubricOfCriteria, searchTerms, withUnique } from './event-parts.ts';
import { checkPrizes, projects } from './event-projects.ts';
import { checkQuestions, questionSettings } from './event-questions.ts';
import { switchSettings } from './event-switches.ts';
import {
  date,
  formId,
  line,
  link,
  listedLink,
  moment,
  picture,
  slug,
  text,
  timeOfDay,
} from './event-values.ts';

const isLimited = { field: 'capacity', isNot: [null] };

const placeSettings = {
  /** The event's capacity: an approval offers one of these places. */
  capacity: z
    .int('is not a number of people')
    .min(1, 'is less than 1')
    .max(100_000)
    .optional()
    .meta({ label: 'Places', hint: 'Leave empty for no limit.' }),
  /** How long an offer can be answered: until a moment, or for so many hours. By default an offer does not end. */
  answerBy: z
    .union([
      moment.meta({ label: 'Ends at a set time' }),
      z
        .strictObject({
          hours: z
            .int('is not a number of hours')
            .min(1, 'is less than 1 hour')
            .max(2160)
            .meta({ label: 'Hours to answer', hint: 'Such as 72, for three days.', initial: 72 }),
        })
        .meta({ label: 'Ends after some hours' }),
    ])
    .optional()
    .meta({ label: 'An offer of a place', unset: 'Does not end', onlyIf: isLimited }),
  /** When every place is taken, an approval puts the person on the waitlist; without this setting it is refused. */
  waitlist: z
    .boolean()
    .default(false)
    .meta({ label: 'Approve onto a waitlist when every place is taken', onlyIf: isLimited }),
  /** The share of those who confirmed that will come, 0 to 1, for the expected number of people. */
  showUpRate: z
    .number('is not a number')
    .min(0, 'is less than 0')
    .max(1, 'is more than 1')
    .optional()
    .meta({ label: 'Share of confirmed people who come', hint: 'From 0 to 1, such as 0.6.' }),
};

type PlaceSettings = z.output<z.ZodObject<typeof placeSettings>>;

/** Refuses settings about places when the event does not limit them. */
function requireCapacity(event: PlaceSettings, context: z.RefinementCtx): void {
  for (const key of ['answerBy', 'waitlist'] as const)
    if (event[key] && event.capacity === undefined)
      createRefuser(context)([key], 'needs a number of places (capacity)');
}

interface CheckedRubrics {
  tracks: { rubric: string }[];
  rubric: object;
}

/** Refuses tracks with an unknown rubric, and an event without the rubric that special categories belong to. */
function checkRubrics({ tracks, rubric }: CheckedRubrics, context: z.RefinementCtx): void {
  const refuse = createRefuser(context);
  const names = Object.keys(rubric);
  if (!names.includes(usualRubric)) refuse(['rubric', usualRubric], 'is missing');
  for (const [at, { rubric: named }] of tracks.entries())
    if (!names.includes(named))
      refuse(['tracks', at, 'rubric'], `is not one of ${names.join(', ')}: ${named}`);
}

const label = line.meta({ label: 'Label' });
const namedLink = z.strictObject({ label, url: listedLink });

const agreement = z.strictObject({
  id: formId.meta({ ...idMeta, hint: 'A new one is derived from the title, such as code-of-conduct.' }),
  /** Its label in lists and exports. */
  title: line.meta({ label: 'Title' }),
  text: text.meta({ label: 'What people agree to' }),
  /** The version of the text that people agree to. A new text needs a new version and is asked for again. */
  version: line
    .refine((version) => version.length <= 40, 'is longer than 40 characters')
    .meta({ label: 'Version', hint: 'When you change the text, change the version too.', initial: '1' }),
  /** Required to apply; cannot be revoked. */
  required: z.boolean().default(false).meta({ label: 'Required to apply', initial: true }),
  links: z.array(namedLink).default([]).meta({ label: 'Documents', one: 'document', titleOf: 'label' }),
});

const agreements = z
  .array(agreement)
  .max(20)
  .superRefine(withUnique('id'))
  .default([])
  .meta({ label: 'Agreements', one: 'agreement', titleOf: 'title' });

const photo = z.strictObject({
  src: picture.meta({ label: 'Picture', hint: 'JPEG, PNG or WebP, at best 1,600 pixels wide.' }),
  alt: line.meta({ label: 'What it shows', hint: 'For people who cannot see it.' }),
  focal: line.default('50% 50%').meta({
    label: 'What stays in view',
    hint: 'What to keep where a narrow screen crops the picture, from the left and from the top: 50% 50% is the center.',
  }),
});
const scheduleItem = z.strictObject({
  time: line,
  start: timeOfDay,
  end: timeOfDay.optional(),
  title: line,
  /** Where, if not at the event's venue. */
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
    documentDays: days.default(90).meta({ label: 'Resumes and decks: days after the event' }),
    /** When applications and participants' accounts are deleted, in days after the event; anonymous counts stay. */
    applicationDays: days.default(365).meta({ label: 'Applications and accounts: days after the event' }),
    emailDays: days.default(90).meta({ label: 'Emails: days after they were sent' }),
  })
  .prefault({})
  .refine(({ documentDays, applicationDays }) => documentDays <= applicationDays, {
    path: ['documentDays'],
    error: 'must not be longer than applications are kept (applicationDays)',
  })
  .meta({ label: 'How long personal data is stored' });

const trackFields = z.strictObject({
  id: line.meta({
    ...{ label: 'Name in exports', follows: 'title' },
    hint: 'Derived from the title, such as Hacker Track. It is fixed once somebody has applied.',
  }),
  slug: slug.meta({ label: 'Address', follows: 'slug', hint: 'In links, such as hacker.' }),
  title: line.meta({ label: 'Title' }),
  summary: text.meta({ label: 'Summary' }),
  prize: line.meta({ label: 'Prize' }),
  maxTeamSize: z.int().min(1).max(4).optional().meta({ label: 'Largest team', hint: 'Leave empty for 4.' }),
  requiresPitchDeck: z.boolean().default(false).meta({ label: 'Applicants upload a pitch deck' }),
  /** The rubric of its judges; by default `startup` for the track with that slug, `hacker` for all others. */
  rubric: line.optional().meta({
    label: 'Rubric of its judges',
    optionsOf: { path: 'rubric' },
    initial: usualRubric,
    hint: 'Add more under Judging. Tracks with the same rubric have the same judges.',
  }),
  description: z
    .strictObject({
      title: line.meta({ label: 'Heading' }),
      body: text.meta({ label: 'Description' }),
      prize: line.meta({ label: 'Line about the prize' }),
      /** A film: a link, such as `/films/clozyt.mp4` of the program itself, and likewise its captions and poster. */
      video: link.optional().meta({ label: 'Film', hint: 'MP4 or WebM.', kind: 'film' }),
      poster: link.optional().meta({
        ...{ label: 'Still of the film', hint: 'Shown until it plays: JPEG, PNG or WebP.' },
        kind: 'picture',
      }),
      captions: link.optional().meta({ label: 'Captions', hint: 'WebVTT.', kind: 'captions' }),
      videoText: text
        .optional()
        .meta({ label: 'What the film shows', hint: 'For people who cannot see it.' }),
    })
    .optional()
    .meta({ label: 'A description with a film, on the dashboard of its hackers' }),
});
const track = trackFields.transform(({ rubric, ...fields }) => ({
  ...fields,
  rubric: rubric ?? (fields.slug === 'startup' ? fields.slug : usualRubric),
}));

/** The fields of the event, each with what the settings page needs to know about it. */
export const eventFields = z.strictObject({
  name: line.meta({ label: 'Name' }),
  shortName: line.optional().meta({ label: 'Short name', hint: 'In the header and on home screens.' }),
  tagline: line.meta({ label: 'Tagline' }),
  /** How dates and numbers are written. */
  locale: line
    .default('en-US')
    .refine((locale) => {
      try {
        return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
      } catch {
        return false;
      }
    }, 'is not a locale like en-US')
    .meta({ label: 'Locale', hint: 'How dates and times are written, such as en-US.' }),
  /** By default, the range as the locale writes it. */
  dates: z
    .strictObject({
      start: date.meta({ label: 'First day' }),
      end: date.meta({ label: 'Last day' }),
      label: line
        .optional()
        .meta({ label: 'Dates in words', hint: 'Leave empty to derive it from the two days.' }),
    })
    .refine(({ start, end }) => start <= end, {
      path: ['end'],
      error: 'is before the first day',
    })
    .meta({ label: 'Dates' }),
  timezone: line
    .refine((zone) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: zone });
        return true;
      } catch {
        return false;
      }
    }, 'is not a time zone like America/Phoenix')
    .meta({ label: 'Time zone', hint: 'Type a city to search, such as Phoenix.', kind: 'timezone' }),
  place: line.meta({ label: 'Place' }),
  /** The postal address; if set, the landing page links to a map. */
  address: line.optional().meta({ label: 'Address', hint: 'Adds a link to a map.' }),
  /** The line above the schedule; by default, the dates and the venue. */
  badge: line
    .optional()
    .meta({ label: 'Line above the schedule', hint: 'Leave empty for the dates and the place.' }),
  registration: z
    .strictObject({
      closesAt: moment.meta({ label: 'Deadline' }),
      enforce: z.boolean().default(false).meta({ label: 'Refuse applications after the deadline' }),
      /** The last day on which applicants hear the decision. */
      decisionsBy: date
        .optional()
        .meta({ label: 'Decisions by', hint: 'A promise to applicants. Leave empty for none.' }),
    })
    .meta({ label: 'Applications' }),
  ...placeSettings,
  ...switchSettings,
  agreements,
  ...questionSettings,
  emails: emails.optional().meta({ label: 'Emails about applications', isOpen: true }),
  retention,
  hero: z
    .strictObject({
      title: line.meta({ label: 'Title' }),
      lede: text.meta({ label: 'First sentences' }),
      /** Short reasons to come, such as free food. */
      chips: z
        .array(line)
        .max(4)
        .default([])
        .meta({ label: 'Short answers', hint: 'One per line, at most four, such as: Food included.' }),
      photos: z
        .array(photo)
        .default([])
        .meta({
          ...{ label: 'Pictures', one: 'picture', titleOf: 'alt' },
          hint: 'Shown one after another. If there are none, five illustrations are shown.',
        }),
      treatment: z
        .enum(['riso', 'none'])
        .default('riso')
        .meta({
          label: 'Colors of the pictures',
          options: { riso: 'Printed in three inks', none: 'As they are' },
        }),
    })
    .meta({ label: 'First screen' }),
  tracks: z
    .array(track)
    .min(1)
    .superRefine(withUnique('id', 'slug'))
    // Uploading a deck later moves the owner to the track that asks for one.
    .refine((tracks) => tracks.filter(({ requiresPitchDeck }) => requiresPitchDeck).length <= 1, {
      error: 'can ask for a pitch deck in one track only',
    })
    .meta({ label: 'Tracks', one: 'track', titleOf: 'title' }),
  /** Rubrics by name. Tracks, and prizes with their own judges, refer to them. */
  rubric: z.record(slug.max(limits.judging.criterion), rubricOfCriteria).meta({
    ...{ label: 'Rubrics', one: 'rubric' },
    hint: 'What judges score: criteria with weights, such as Innovation 40 and Design 60. A track or prize with its own judges can have its own rubric.',
  }),
  specialCategories: z
    .array(
      z.strictObject({
        key: line.meta({ ...keyMeta, hint: 'Derived from the label, such as best-design.' }),
        label,
        filterLabel: line.optional().meta({ label: 'Short label', hint: 'In filters and tables.' }),
      }),
    )
    .superRefine(withUnique('key'))
    .default([])
    .meta({
      ...{ label: 'Prizes that every judge scores', one: 'category', titleOf: 'label' },
      hint: 'Such as Best design: an extra score next to the criteria of the hacker rubric, called a special category there.',
    }),
  /** `false`: the event has no projects, and nothing in the program mentions them. */
  projects: z
    .union([projects, z.literal(false)])
    .default(false)
    .meta({
      label: 'Teams submit projects',
      hint: 'With a gallery, prizes that teams choose, and winners on this site.',
    }),
  /** Present if judges may write a comment with each score, for organizers and, from a certain time on, for the team. */
  judgeComments: z
    .strictObject({
      /** A time, or `results`: while the results are published. */
      teamsFrom: z
        .union([
          moment.meta({ label: 'From a set time' }),
          z.literal('results').meta({ label: 'While the results are published' }),
        ])
        .optional()
        .meta({ label: 'Teams read them', unset: 'Never' }),
    })
    .optional()
    .meta({ label: 'Judges can write a comment with each score' }),
  checkpoints: z
    .array(
      z.strictObject({
        // A station without a network may hold check-ins under it that nobody else knows of.
        id: slug.meta({ ...idMeta, hint: 'A new one is derived from the name, such as dinner.' }),
        name: line.meta({ label: 'Name' }),
        /** What a station there shows about each person besides the name. */
        shows: z
          .array(z.enum(['dietaryRestrictions', 'tShirtSize']))
          .default([])
          .meta({
            label: 'Stations show',
            options: { dietaryRestrictions: 'Dietary needs', tShirtSize: 'T-shirt size' },
          }),
      }),
    )
    .min(1)
    .superRefine(withUnique('id'))
    .meta({ label: 'Checkpoints', one: 'checkpoint', titleOf: 'name' }),
  searchTerms: searchTerms.default([]),
  schedule: z.array(z.strictObject({ date, title: line, items: z.array(scheduleItem).min(1) })).min(1),
  /** Facts about the last event; the landing page shows those that are given. */
  past: z
    .strictObject({
      figures: z
        .array(
          z.strictObject({
            value: line.meta({ label: 'Figure', hint: 'Such as 240 or 36 h.' }),
            label: line.meta({ label: 'What it counts' }),
          }),
        )
        .max(4)
        .default([])
        .meta({ label: 'Figures', one: 'figure', titleOf: 'label' }),
      winners: z
        .array(
          z.strictObject({
            project: line.meta({ label: 'Project' }),
            prize: line.meta({ label: 'Prize' }),
            url: link.optional().meta({ label: 'Link' }),
          }),
        )
        .default([])
        .meta({ label: 'Winners', one: 'winner', titleOf: 'project' }),
    })
    .optional()
    .meta({ label: 'Last time', isOpen: true }),
  /** A sentence or two about the organizers, for the landing page. */
  organizers: text.optional().meta({ label: 'Who organizes', hint: 'Leave empty to keep it off the page.' }),
  faq: z
    .array(
      z.strictObject({
        question: line.meta({ label: 'Question' }),
        answer: text.meta({ label: 'Answer' }),
      }),
    )
    .default([])
    .meta({ label: 'Questions and answers', one: 'question', titleOf: 'question' }),
  sponsors: z
    .strictObject({
      note: line.meta({ label: 'Line below the sponsors' }),
      showPlaceholders: z.boolean().default(true).meta({ label: 'Show the section while it is empty' }),
      list: z
        .array(
          z.strictObject({
            name: line.meta({ label: 'Name' }),
            url: listedLink,
            logo: picture.optional().meta({
              label: 'Logo',
              hint: 'SVG, PNG, WebP or JPEG; transparency becomes white. Without one, the name is shown.',
            }),
            tier: z
              .int()
              .min(1)
              .max(3)
              .default(2)
              .meta({ label: 'Size', options: { 1: 'Large', 2: 'Medium', 3: 'Small' } }),
          }),
        )
        .default([])
        .meta({ label: 'Companies', one: 'sponsor', titleOf: 'name' }),
    })
    .meta({ label: 'Sponsors' }),
  links: z
    .strictObject({
      contact: link.meta({ label: 'Contact', hint: 'A mailto: address or a page.' }),
      results: link.optional().meta({ label: 'Results on another page', hint: 'Leave empty for this site.' }),
      social: z.array(namedLink).default([]).meta({ label: 'Social media', one: 'link', titleOf: 'label' }),
      community: z
        .array(namedLink.extend({ description: line.meta({ label: 'What it is for' }) }))
        .default([])
        .meta({ label: 'Community', one: 'link', titleOf: 'label' }),
    })
    .meta({ label: 'Links' }),
});

/** `September 20–21, 2025 at ECG 101` */
export const formatBadge = ({ label, place }: { label: string; place: string }): string =>
  `${label} at ${place}`;

/** The document of an event; the server's `parseEvent` reads it with this schema. */
export const eventSchema = eventFields
  .superRefine(requireCapacity)
  .superRefine(checkRubrics)
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

/** Lists the prizes that a project can be entered for: special categories first, then the event's own. */
export function listPrizes({ specialCategories, projects }: Pick<Event, 'specialCategories' | 'projects'>) {
  const prizes: { key: string; label: string; description?: string }[] = projects
    ? [...specialCategories, ...projects.prizes]
    : [];
  return prizes.map(({ key, label, description }) => ({ key, label, description }));
}

export function findTrack(event: Pick<Event, 'tracks'>, id: string): Track | undefined {
  return event.tracks.find((candidate) => candidate.id === id);
}
