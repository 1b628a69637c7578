import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { noteSchema, optionalLineSchema } from '../platform/text-rules.ts';
import { addYears } from '../platform/zoned-time.ts';

const { title, tagline, description, link, tag, tags } = limits.project;

/** What a team writes about its project. Everything may be empty until submission. */
export const projectText = z.object({
  title: z.string(),
  tagline: z.string(),
  /** In Markdown. */
  description: z.string(),
  repository: z.string(),
  demo: z.string(),
  video: z.string(),
  /** The technologies it uses. */
  tags: z.array(z.string()),
  /** The keys of the prizes that it is entered for. */
  prizes: z.array(z.string()),
});
export type ProjectText = z.infer<typeof projectText>;

export const projectTextSent = z.strictObject({
  title: optionalLineSchema(title),
  tagline: optionalLineSchema(tagline),
  description: noteSchema(description),
  repository: optionalLineSchema(link),
  demo: optionalLineSchema(link),
  video: optionalLineSchema(link),
  tags: z
    .array(optionalLineSchema(tag))
    .max(tags)
    .transform((list) => [...new Set(list.filter(Boolean))]),
  prizes: z.array(z.string().max(100)).max(100),
});

export const picture = z.object({
  _id: z.uuid(),
  /** The description for people who cannot see it; empty if nobody has written one. */
  alternativeText: z.string(),
  /** Addresses on this site. */
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Pixels of the picture at `url`. */
  width: z.int(),
  height: z.int(),
});
export type Picture = z.infer<typeof picture>;

const award = z.object({
  /** The name of the track or prize. */
  label: z.string(),
  place: z.int(),
  tied: z.boolean(),
});
export type Award = z.infer<typeof award>;

/** A project as its authors see it; version 0 when nothing is stored yet. */
export const myProject = z.object({
  version: z.int(),
  text: projectText,
  /** The description as HTML without scripts, pictures or raw HTML. */
  descriptionHtml: z.string(),
  /** In display order. They do not change the version. */
  pictures: z.array(picture),
  /** For organizers only. */
  details: z.object({
    /** The day on which they began, by their own statement. */
    startedOn: z.iso.date().nullable(),
    /** At their table. */
    needsPower: z.boolean(),
  }),
  track: z.string(),
  team: z.string().nullable(),
  /** Whether the gallery and the winners may name you. */
  isNamed: z.boolean(),
  submittedAt: z.iso.datetime().nullable(),
  /**
   * Entered alone by somebody who is now in a team. With the next change it becomes the team's, if the team has none by
   * then.
   */
  solo: z.literal(true).optional(),
  late: z.boolean(),
  /** Organizers have removed it from the gallery. */
  hidden: z.boolean(),
  /** Where teammates are editing now. */
  editors: z.array(z.object({ name: z.string(), field: z.string() })),
  deadline: z.string(),
  /** The server's time, which decides the deadline. */
  now: z.iso.datetime(),
  /** Where judges find it, once tables are numbered. */
  tableNumber: z.int().optional(),
  /** Only while the results are published. */
  hasResults: z.literal(true).optional(),
  awards: z.array(award).optional(),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    /** Take it back, or delete it. */
    withdraw: z.boolean(),
  }),
});
export type MyProject = z.infer<typeof myProject>;

export const getMyProject = endpoint('GET /projects/mine', 'user', {
  summary: 'Get the project of your team, or your own when you are in none',
  viewable: true,
  response: myProject,
});

const version = z.int().min(0);

export const saveProject = endpoint('PUT /projects/mine', 'hacker', {
  summary:
    'Save your project; 409 `project_changed` with `current` when it is no longer at the version that you changed',
  body: z.strictObject({
    version,
    text: projectTextSent,
    /** The team whose project this is: refused with `not_in_team` once you have left it. */
    team: z.uuid().nullable().optional(),
  }),
  response: myProject,
  limit: { max: 240, seconds: 60 },
});

export const submitProject = endpoint('POST /projects/mine/submit', 'hacker', {
  summary: 'Submit your project at the version that you see; until the deadline it can still be edited',
  body: z.strictObject({ version }),
  response: myProject,
});

/** Returns what is wrong with the day on which a project was begun; undefined if it is valid. */
export const findStartProblem = (day: string, { start, end }: { start: string; end: string }) =>
  day < addYears(start, -20) || day > end ? 'must be in the 20 years before the end of the event' : undefined;

export const updateProjectDetails = endpoint('PUT /projects/mine/details', 'hacker', {
  summary: 'State when you began your project, and whether you need power at your table',
  body: z.strictObject({ startedOn: z.iso.date().nullable(), needsPower: z.boolean() }),
  response: myProject,
});

export const withdrawProject = endpoint('POST /projects/mine/withdraw', 'hacker', {
  summary: 'Withdraw the submission that you see; the project becomes a draft again',
  body: z.strictObject({ version }),
  response: myProject,
});

export const deleteProject = endpoint('DELETE /projects/mine', 'hacker', {
  summary: 'Delete your project with its pictures, at the version that you see',
  body: z.strictObject({ version }),
  response: myProject,
});

export const updateNamedInGallery = endpoint('PUT /projects/mine/named', 'hacker', {
  summary: 'Allow the gallery and the winners to name you with your project, or disallow it',
  body: z.strictObject({ named: z.boolean() }),
  response: myProject,
});

export const markEditing = endpoint('PUT /projects/mine/editing', 'hacker', {
  summary: 'Show your team which field of the project you are editing; null for none. It expires after 8 s',
  body: z.strictObject({ field: projectText.keyof().nullable() }),
  limit: { max: 240, seconds: 60 },
});
