import { queryOptions } from '@tanstack/react-query';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { dismissReports } from '../../../contract/projects/project-reports.ts';
import {
  addProjectMember,
  correctProject,
  exportProjects,
  getProject,
  getProjectsOverview,
  type ListedProject,
  type ProjectsOverview,
  removeProjectMember,
  updateLaterDeadline,
  updateProjectHidden,
  updateProjectSwitches,
} from '../../../contract/projects/projects-admin.ts';
import { call, callQuery, formatCallUrl } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

export const projectsOverviewQuery = queryOptions({
  queryKey: ['projects-overview'],
  queryFn: ({ signal }): Promise<ProjectsOverview> => call(getProjectsOverview, { signal }),
  refetchInterval: 30_000,
});

/** Below the overview, so that what changes it asks for these again. */
export const projectQuery = (id: string) =>
  callQuery([...projectsOverviewQuery.queryKey, id], getProject, { params: { id } });

const refresh = () => queryClient.invalidateQueries({ queryKey: projectsOverviewQuery.queryKey });

export function useUpdateProjectSwitches() {
  return useAction(
    (change: BodySent<typeof updateProjectSwitches>) => call(updateProjectSwitches, { body: change }),
    {
      fallback: 'This could not be switched. Please try again.',
      preview: (change) => {
        const key = projectsOverviewQuery.queryKey;
        const before = queryClient.getQueryData(key);
        if (before) queryClient.setQueryData(key, { ...before, switches: { ...before.switches, ...change } });
        return () => queryClient.setQueryData(key, before);
      },
      onSettled: refresh,
    },
  );
}

export function useUpdateProjectHidden() {
  return useAction(
    ({ _id, hidden }: Pick<ListedProject, '_id' | 'hidden'>) =>
      call(updateProjectHidden, { params: { id: _id }, body: { hidden } }),
    { fallback: 'This could not be changed. Please try again.', onSettled: refresh },
  );
}

/** Moves the deadline of a team, or ends that. With `onSuccess`, its error is shown by the dialog. */
export function useUpdateLaterDeadline({ onSuccess }: { onSuccess?: () => void }) {
  return useAction((body: BodySent<typeof updateLaterDeadline>) => call(updateLaterDeadline, { body }), {
    fallback: 'The deadline could not be moved. Please try again.',
    isShown: () => onSuccess !== undefined,
    ...(onSuccess && { onSuccess }),
    onSettled: refresh,
  });
}

/** Corrects a project; its error is shown by the dialog. */
export function useCorrectProject(id: string, { onSuccess }: { onSuccess: () => void }) {
  return useAction(
    (body: BodySent<typeof correctProject>) => call(correctProject, { params: { id }, body }),
    {
      fallback: 'The project could not be corrected. Please try again.',
      success: 'Corrected. Its team gets an email.',
      isShown: () => true,
      onSuccess,
      onSettled: refresh,
    },
  );
}

export function useAddProjectMember(id: string, { onSuccess }: { onSuccess: () => void }) {
  return useAction((person: string) => call(addProjectMember, { params: { id }, body: { person } }), {
    fallback: 'They could not be added. Please try again.',
    success: 'Added. The team gets an email.',
    isShown: () => true,
    onSuccess,
    onSettled: refresh,
  });
}

export function useRemoveProjectMember(id: string) {
  return useAction((userId: string) => call(removeProjectMember, { params: { id, userId } }), {
    fallback: 'They could not be removed. Please try again.',
    success: 'Removed. The team gets an email.',
    isShown: () => true,
    onSettled: refresh,
  });
}

export function useDismissReports() {
  return useAction((id: string) => call(dismissReports, { params: { id } }), {
    fallback: 'The reports could not be dismissed. Please try again.',
    success: 'The reports are dismissed.',
    onSettled: refresh,
  });
}

export const exportUrl = (format: 'csv' | 'json') => formatCallUrl(exportProjects, undefined, { format });
