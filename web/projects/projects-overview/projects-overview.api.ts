import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { dismissReports } from '../../../contract/projects/project-reports.ts';
import * as contract from '../../../contract/projects/projects-admin.ts';
import { callQuery, formatCallUrl, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const projectsOverviewQuery = {
  ...callQuery(['projects-overview'], contract.getProjectsOverview),
  refetchInterval: 30_000,
};

/** Below the overview, so that what changes it asks for these again. */
export const projectQuery = (id: string) =>
  callQuery([...projectsOverviewQuery.queryKey, id], contract.getProject, { params: { id } });

const refresh = () => queryClient.invalidateQueries({ queryKey: projectsOverviewQuery.queryKey });

export const useUpdateProjectSwitches = createAction(contract.updateProjectSwitches, {
  send: (change: BodySent<typeof contract.updateProjectSwitches>) => ({ body: change }),
  preview: (change) => {
    const key = projectsOverviewQuery.queryKey;
    const before = queryClient.getQueryData(key);
    if (before) queryClient.setQueryData(key, { ...before, switches: { ...before.switches, ...change } });
    return () => queryClient.setQueryData(key, before);
  },
  onSettled: refresh,
});

export const useUpdateProjectHidden = createAction(contract.updateProjectHidden, { onSettled: refresh });

/** Moves the deadline of a team, or ends that, with null; the error of a move is shown by the dialog. */
export const useUpdateLaterDeadline = createAction(contract.updateLaterDeadline, {
  isShown: (_error, { body }) => body.until !== null,
  onSettled: refresh,
});

/** Corrects a project; its error is shown by the dialog. */
export const useCorrectProject = createAction(contract.correctProject, {
  success: 'Corrected. Its team gets an email.',
  isShown: true,
  onSettled: refresh,
});

export const useAddProjectMember = createAction(contract.addProjectMember, {
  success: 'Added. The team gets an email.',
  isShown: true,
  onSettled: refresh,
});

export const useRemoveProjectMember = createAction(contract.removeProjectMember, {
  success: 'Removed. The team gets an email.',
  isShown: true,
  onSettled: refresh,
});

export const useDismissReports = createAction(dismissReports, {
  success: 'The reports are dismissed.',
  onSettled: refresh,
});

export const exportUrl = (format: 'csv' | 'json') =>
  formatCallUrl(contract.exportProjects, undefined, { format });
