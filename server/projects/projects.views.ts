import type { Award, MyProject, Picture, ProjectText } from '../../contract/projects/projects.ts';
import { renderMarkdown } from './markdown.ts';
import type { PictureRow } from './pictures.queries.ts';
import { noText, type ProjectRow } from './projects.queries.ts';
import {
  completenessRefusal,
  editRefusal,
  entryRefusal,
  type SubmissionWindow,
  withdrawalRefusal,
} from './projects.rules.ts';

/** Returns what people wrote about a project. */
export function toProjectText(project: ProjectText): ProjectText {
  const { title, tagline, description, repository, demo, video, tags, prizes } = project;
  return { title, tagline, description, repository, demo, video, tags, prizes };
}

function formatPictureUrl(fileId: string): string {
  return `/api/pictures/${fileId}`;
}

export function toPicture({ id, fileId, thumbnailFileId, ...picture }: PictureRow): Picture {
  const { alternativeText, width, height } = picture;
  const urls = { url: formatPictureUrl(fileId), thumbnailUrl: formatPictureUrl(thumbnailFileId) };
  return { _id: id, alternativeText, ...urls, width, height };
}

interface Surroundings {
  pictures: readonly PictureRow[];
  application: { status: string; track: string } | undefined;
  team: { name: string; track: string | null } | undefined;
  isNamed: boolean;
  editors: MyProject['editors'];
  window: SubmissionWindow;
  /** Undefined while no results are published. */
  awards: Award[] | undefined;
  /** A score of it counts. */
  isJudged: boolean;
  now: Date;
}

/** Returns a project as the people who write it see it; before the first save an empty one at version 0. */
export function toMyProject(
  project: ProjectRow | undefined,
  { pictures, application, team, isNamed, editors, window, awards, isJudged, now }: Surroundings,
): MyProject {
  const text = project ? toProjectText(project) : noText;
  const edit = !entryRefusal(application) && !editRefusal(window, project, now);
  return {
    version: project?.version ?? 0,
    text,
    descriptionHtml: renderMarkdown(text.description),
    pictures: pictures.map(toPicture),
    details: { startedOn: project?.startedOn ?? null, needsPower: project?.needsPower ?? false },
    track: project?.track ?? team?.track ?? application?.track ?? '',
    team: team?.name ?? null,
    isNamed,
    editors,
    ...(team && project && project.teamId === null && { solo: true }),
    submittedAt: project?.submittedAt?.toISOString() ?? null,
    late: project?.late ?? false,
    hidden: Boolean(project?.hiddenAt),
    deadline: window.deadline,
    now: now.toISOString(),
    ...(project?.tableNumber && { tableNumber: project.tableNumber }),
    ...(awards && { hasResults: true }),
    ...(awards?.length && { awards }),
    can: {
      edit,
      submit: edit && !project?.submittedAt && !completenessRefusal(text),
      withdraw: edit && project !== undefined && !withdrawalRefusal({ isJudged }),
    },
  };
}
