import { limits } from '../../contract/limits.ts';
import { parseWebLink, projectLinks } from '../../contract/platform/web-link.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';

/** The submission deadline (`projects.deadline` of the event), and whether organizers accept late projects. */
export interface SubmissionWindow {
  deadline: string;
  acceptsLate: boolean;
}

interface Submission {
  submittedAt: Date | null;
  late: boolean;
}

/** Returns why a person with this application cannot enter a project; undefined if they can. */
export function entryRefusal(application: { status: string } | undefined) {
  return application?.status === 'approved' ? undefined : 'project_not_approved';
}

export function isLate({ deadline }: Pick<SubmissionWindow, 'deadline'>, now: Date): boolean {
  return now.getTime() > Date.parse(deadline);
}

/**
 * Returns why a project cannot be changed: after the deadline what was submitted in time stays as it was, and a draft stays one,
 * unless organizers accept late projects: then it can still be changed and submitted, and is marked as late. Who may change it is
 * decided by `changeProject` in `projects.service.ts`: its team, or its owner without one.
 */
export function editRefusal(window: SubmissionWindow, project: Submission | undefined, now: Date) {
  if (!isLate(window, now)) return undefined;
  const wasInTime = project?.submittedAt && !project.late;
  return window.acceptsLate && !wasInTime ? undefined : 'project_closed';
}

/** Returns why a project that can be changed cannot be withdrawn or deleted: a judge has scored it. */
export function withdrawalRefusal({ isJudged }: { isJudged: boolean }): 'project_judged' | undefined {
  return isJudged ? 'project_judged' : undefined;
}

/** Returns why organizers cannot correct the track or the prizes of a project: of a winner, or of what was scored by a rubric. */
export function correctionRefusal(
  what: 'track' | 'prizes',
  { isJudged, isPublished }: { isJudged: boolean; isPublished: boolean },
): 'project_published' | 'project_track_judged' | undefined {
  if (isPublished) return 'project_published';
  return what === 'track' && isJudged ? 'project_track_judged' : undefined;
}

/** Returns why somebody cannot be removed from a project. */
export function memberRemovalRefusal(count: number): 'project_last_member' | undefined {
  return count > 1 ? undefined : 'project_last_member';
}

/** Returns why nobody can be added to a project. */
export function memberRefusal(teamId: string | null): 'project_without_team' | undefined {
  return teamId === null ? 'project_without_team' : undefined;
}

/** Returns why no picture can be added to a project with this many. */
export function picturesRefusal(count: number): 'pictures_full' | undefined {
  return count < limits.project.pictures ? undefined : 'pictures_full';
}

/** Returns what a project lacks for submission; undefined if nothing. */
export function completenessRefusal(text: ProjectText | undefined) {
  if (!text?.title || !text.tagline) return 'project_incomplete';
  const isInvalid = (link: string) => link !== '' && !parseWebLink(link);
  return projectLinks.some((link) => isInvalid(text[link])) ? 'project_link_invalid' : undefined;
}
