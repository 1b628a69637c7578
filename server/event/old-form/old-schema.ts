import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatDateRange } from '../../../contract/platform/format.ts';

// The shape of an event of 0.1.0, as far as its fingerprint depends on it: the order of the fields, what is trimmed, and what
// stands for a field that is left out. Never change it. The checks are not here: what has the agreed fingerprint passed them.

const text = z.string().trim();
const string = z.string();
const number = z.number();
const flag = z.boolean().default(false);
const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).prefault([]);

const criteria = z.array(z.object({ key: text, label: text, weight: number, description: text }));

const projects = z.object({
  deadline: string,
  galleryOpensAt: string.optional(),
  prizes: list(
    z.object({
      key: string,
      label: text,
      description: text.optional(),
      rubric: text.optional(),
      judgedBy: text.optional(),
    }),
  ),
  onePrizePerProject: flag,
  areas: list(z.object({ name: text, from: number, to: number, power: z.boolean().default(true) })),
  rubrics: z.record(string, criteria).default({}),
});

const usualFeedback = [
  { key: 'all-in-all', label: 'How was it, all in all?', type: 'rating' },
  { key: 'organization', label: 'How well was it organized?', type: 'rating' },
  { key: 'again', label: 'How likely are you to come again?', type: 'rating' },
  { key: 'good', label: 'What was good?', type: 'text' },
  { key: 'better', label: 'What should be better next time?', type: 'text' },
];

const switches = {
  holdDecisions: flag,
  teamDirectory: flag,
  walkIns: flag,
  help: z.object({ topics: z.array(text) }).optional(),
  lending: z
    .object({
      things: z.array(text),
      photos: z.array(z.object({ thing: text, src: text })).optional(),
      hours: number.default(4),
    })
    .optional(),
  pushNotifications: flag,
  certificates: z.object({ signedBy: text.optional(), fonts: list(text) }).optional(),
  feedback: z
    .object({
      opensAt: string.optional(),
      questions: z.array(z.object({ key: string, label: text, type: string })).default(usualFeedback),
    })
    .optional(),
  resumeBook: z.object({ agreement: string }).optional(),
};

const agreement = z.object({
  id: string,
  version: text,
  title: text,
  text,
  links: list(z.object({ label: text, url: string })),
  required: flag,
});

const question = z.object({
  id: string,
  type: string,
  label: text,
  help: text.optional(),
  required: flag,
  options: z.array(text).optional(),
  min: number.optional(),
  max: number.optional(),
  tracks: z.array(text).optional(),
  visibleTo: list(string),
  sensitive: flag,
});

const email = z.object({ subject: text, text });

const track = z
  .object({
    id: text,
    slug: string,
    title: text,
    summary: text,
    prize: text,
    maxTeamSize: number.optional(),
    requiresPitchDeck: flag,
    rubric: string.optional(),
    description: z
      .object({
        title: text,
        body: text,
        prize: text,
        video: string.optional(),
        poster: string.optional(),
        captions: string.optional(),
        videoText: text.optional(),
      })
      .optional(),
  })
  .transform(({ rubric, ...fields }) => ({
    ...fields,
    rubric: rubric ?? (fields.slug === 'startup' ? 'startup' : 'hacker'),
  }));

const scheduleItem = z.object({
  time: text,
  start: string,
  end: string.optional(),
  title: text,
  place: text.optional(),
  lines: list(text),
  image: z.object({ src: text, alt: text }).optional(),
});

const oldEvent = z
  .object({
    name: text,
    shortName: text.optional(),
    tagline: text,
    locale: text.default('en-US'),
    dates: z.object({ start: string, end: string, label: text.optional() }),
    timezone: text,
    place: text,
    address: text.optional(),
    badge: text,
    registration: z.object({ closesAt: string, enforce: flag, decisionsBy: string.optional() }),
    capacity: number.optional(),
    answerBy: z.union([string, z.object({ hours: number })]).optional(),
    waitlist: flag,
    showUpRate: number.optional(),
    ...switches,
    agreements: list(agreement),
    questions: list(question),
    schools: list(string).transform((names) => [
      ...new Set(names.map((name) => name.trim()).filter(Boolean)),
    ]),
    guardian: z.object({ question: text, under: number.default(18) }).optional(),
    emails: z
      .object({
        received: email.optional(),
        approved: email.optional(),
        waitlisted: email.optional(),
        rejected: email.optional(),
      })
      .optional(),
    retention: z
      .object({
        documentDays: number.default(90),
        applicationDays: number.default(365),
        emailDays: number.default(90),
      })
      .prefault({}),
    hero: z.object({
      title: text,
      lede: text,
      chips: list(text),
      photos: list(z.object({ src: text, alt: text, focal: text.default('50% 50%') })),
      treatment: string.default('riso'),
    }),
    tracks: z.array(track),
    rubric: z.object({ hacker: criteria, startup: criteria }),
    specialCategories: list(z.object({ key: text, label: text, filterLabel: text.optional() })),
    projects: z.union([projects, z.literal(false)]).default(false),
    judgeComments: z.object({ teamsFrom: string.optional() }).optional(),
    checkpoints: z.array(z.object({ id: string, name: text, shows: list(string) })),
    searchTerms: list(z.object({ term: text, examples: list(text) })),
    schedule: z.array(z.object({ date: string, title: text, items: z.array(scheduleItem) })),
    past: z
      .object({
        figures: list(z.object({ value: text, label: text })),
        winners: list(z.object({ project: text, prize: text, url: string.optional() })),
      })
      .optional(),
    organizers: text.optional(),
    faq: list(z.object({ question: text, answer: text })),
    sponsors: z.object({
      note: text,
      showPlaceholders: z.boolean().default(true),
      list: list(z.object({ name: text, url: string, logo: text.optional(), tier: number.default(2) })),
    }),
    links: z.object({
      contact: string,
      results: string.optional(),
      social: list(z.object({ label: text, url: string })),
      community: list(z.object({ label: text, url: string, description: text })),
    }),
  })
  .transform((event) => {
    const { start, end, label = formatDateRange(start, end, event.locale) } = event.dates;
    return { ...event, dates: { start, end, label } };
  });

/** Returns an event as 0.1.0 had it in memory, and its fingerprint; undefined for what is no event of 0.1.0. */
export function parseOldEvent(raw: unknown): { event: object; fingerprint: string } | undefined {
  const parsed = oldEvent.safeParse(raw);
  if (!parsed.success) return undefined;
  const json = JSON.stringify(parsed.data);
  const fingerprint = createHash('sha256').update(json).digest('hex').slice(0, 16);
  return { event: JSON.parse(json), fingerprint };
}
