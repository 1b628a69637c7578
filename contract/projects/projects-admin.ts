import { z } from 'zod';
import { limits } from '../limits.ts';
import { csvPart, importChoices, importReport } from '../platform/csv-import.ts';
import { endpoint } from '../platform/endpoint.ts';
import { emailAddress } from '../platform/text-rules.ts';
import { projectLinks } from '../platform/web-link.ts';
import { myProject, picture, projectText, projectTextSent } from './projects.ts';

const switches = z.object({
  /** Projects may be submitted after the deadline; they are marked as late. */
  acceptsLate: z.boolean(),
  /** Everybody sees the submitted projects: opened by hand, or since `galleryOpensAt` unless closed later. */
  galleryOpen: z.boolean(),
});

/** Hints for organizers. `not-approved`: none of its people is an approved participant, so the gallery leaves it out. */
const flag = z.enum(['same-link', 'same-text', 'begun-early', 'not-approved']);
export type ProjectFlag = z.infer<typeof flag>;

const listedProject = z.object({
  _id: z.uuid(),
  title: z.string(),
  tagline: z.string(),
  /** The team's name, or the person's. */
  by: z.string().nullable(),
  track: z.string(),
  submittedAt: z.iso.datetime().nullable(),
  late: z.boolean(),
  hidden: z.boolean(),
  /** What it shares with another project. */
  marks: z.array(flag),
  /** With which projects it shares a link or its description: of many, the first six. */
  sharedWith: z.array(z.object({ flag, _id: z.uuid(), title: z.string(), table: z.int().nullable() })),
  /** How many reports newer ones have displaced. */
  earlierReports: z.int(),
  /** Reports by visitors of the gallery, newest last, until they are dismissed. */
  reports: z.array(z.object({ _id: z.uuid(), text: z.string(), at: z.iso.datetime() })),
});
export type ListedProject = z.infer<typeof listedProject>;

const projectsOverview = z.object({
  deadline: z.string(),
  galleryOpensAt: z.string().nullable(),
  /** The teams and lone people with a later deadline, by name; `user` is a member of the team. */
  laterDeadlines: z.array(z.object({ user: z.uuid(), name: z.string(), until: z.iso.datetime() })),
  switches,
  projects: z.array(listedProject),
});
export type ProjectsOverview = z.infer<typeof projectsOverview>;

export const getProjectsOverview = endpoint('GET /projects', 'admin', {
  summary: 'Get all projects, drafts included, and the switches',
  response: projectsOverview,
});

/** A project with everything that organizers can read. */
const openedProject = z.object({
  version: z.int(),
  track: z.string(),
  text: projectText,
  descriptionHtml: myProject.shape.descriptionHtml,
  pictures: z.array(picture),
  links: z.array(z.object({ name: z.enum(projectLinks), url: z.string(), host: z.string() })),
  details: myProject.shape.details,
  tableNumber: z.int().nullable(),
  /** Its people, by name; empty for an imported project. */
  people: z.array(z.object({ _id: z.uuid(), name: z.string(), email: z.string().nullable() })),
  /** Whether its people are a team that can be added to. */
  hasTeam: z.boolean(),
  /** Why its track and prizes cannot be corrected. */
  fixed: z.object({ track: z.string().optional(), prizes: z.string().optional() }),
});

export const getProject = endpoint('GET /projects/:id', 'admin', {
  summary: 'Get a project in full, a draft too, with everybody on it',
  response: openedProject,
});

export const correctProject = endpoint('PUT /projects/:id', 'admin', {
  summary:
    'Correct a project, even after the deadline; its team is notified by email, and the change is logged',
  body: z.strictObject({
    version: z.int().min(1),
    track: z.string().max(limits.text.track),
    text: projectTextSent.pick({ title: true, repository: true, demo: true, video: true, prizes: true }),
  }),
});

export const addProjectMember = endpoint('POST /projects/:id/members', 'admin', {
  summary: 'Add a person to the team of a project; a repeat changes nothing',
  /** By id or email address. */
  body: z.strictObject({ person: z.union([z.uuid(), emailAddress]) }),
});

export const removeProjectMember = endpoint('DELETE /projects/:id/members/:userId', 'admin', {
  summary: 'Remove a person from the team of a project; a repeat changes nothing',
  params: z.object({ id: z.uuid(), userId: z.uuid() }),
});

export const updateProjectSwitches = endpoint('PUT /projects/switches', 'admin', {
  summary: 'Accept or refuse late projects, open or close the gallery',
  body: z.strictObject(switches.shape).partial(),
});

export const updateLaterDeadline = endpoint('PUT /projects/deadlines', 'admin', {
  summary: "Give a person's team, or a person alone, a later deadline; null ends it",
  body: z.strictObject({
    person: z.union([z.uuid(), emailAddress]),
    until: z.iso.datetime({ offset: true }).nullable(),
  }),
});

export const updateProjectHidden = endpoint('PUT /projects/:id/hidden', 'admin', {
  summary: 'Hide a project from the gallery, or show it again',
  body: z.strictObject({ hidden: z.boolean() }),
});

export const exportProjects = endpoint('GET /projects/export', 'admin', {
  summary:
    'Export the submitted projects: as CSV with the columns of a Devpost export, or everything as JSON',
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  response: 'file',
  audit: { action: 'projects.exported' },
});

export const importProjects = endpoint('POST /projects/import', 'admin', {
  summary:
    'Import the projects of a Devpost export, or preview what that would change; a repeated import changes only what changed',
  form: {
    fields: z.strictObject({ preview: z.literal('true').optional(), choices: importChoices }),
    files: { file: csvPart },
    failed: 'import_failed',
  },
  response: importReport,
  limit: { max: 30, seconds: 600 },
});
