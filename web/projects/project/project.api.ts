import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '../../../contract/people/users.ts';
import * as contract from '../../../contract/projects/projects.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { fetchOrCached } from '../../lib/offline-cache.ts';
import { useUser } from '../../lib/session.api.ts';
import { useAction } from '../../lib/use-action.ts';
import { isNewerProject } from './newer-project.ts';

/** The project of the person's team, or their own; the last answer is cached for offline use. */
export const projectQuery = (user: User) =>
  queryOptions({
    queryKey: ['project', user._id, user.team],
    queryFn: ({ signal }) =>
      fetchOrCached(`project:${user._id}:${user.team}`, () => call(contract.getMyProject, { signal })),
    // Nobody is notified when tables are numbered, or when the deadline passes.
    refetchInterval: ({ state: { data } }) => {
      const left = data ? Date.parse(data.deadline) - Date.now() : 0;
      return left > 0 ? Math.min(left + 100, 30_000) : 30_000;
    },
  });

/** Returns what shows a project as the server has stored it, unless a newer one is shown. */
export function useSetProject() {
  const { queryKey } = projectQuery(useUser());
  return (project: contract.MyProject): void => {
    queryClient.setQueryData(queryKey, (shown) =>
      shown && isNewerProject(shown, project) ? shown : project,
    );
  };
}

/** Returns what saves the text of the project of a team, or of one's own, that is at `version`. */
export const createSaveProject =
  (team: string | null) =>
  (version: number, text: contract.ProjectText): Promise<contract.MyProject> =>
    call(contract.saveProject, { body: { version, text, team } });

const steps = {
  // The page shows that the project is submitted.
  submit: { endpoint: contract.submitProject, success: '' },
  withdraw: { endpoint: contract.withdrawProject, success: 'Withdrawn. Your project is a draft again.' },
  delete: { endpoint: contract.deleteProject, success: 'Your project is deleted.' },
};

/** Submits the project, takes the submission back, or deletes it, at the version that is shown. */
export function useChangeProject(step: keyof typeof steps) {
  const setProject = useSetProject();
  const { endpoint, success } = steps[step];
  return useAction((version: number): Promise<contract.MyProject> => call(endpoint, { body: { version } }), {
    success,
    onSuccess: setProject,
    onError: (error) => {
      // Shows what somebody else has stored meanwhile.
      if (error instanceof ApiError && error.code === 'project_changed')
        setProject(error.current as contract.MyProject);
    },
  });
}

/** Stores what organizers need to know; the project goes on at its new version. */
export const useUpdateProjectDetails = () =>
  useAction(
    (details: contract.MyProject['details']) => call(contract.updateProjectDetails, { body: details }),
    { onSuccess: useSetProject() },
  );

export const useUpdateNamedInGallery = () =>
  useAction((named: boolean) => call(contract.updateNamedInGallery, { body: { named } }), {
    success: (_project, named) =>
      named ? 'Your name is shown with the project.' : 'Your name is no longer shown with the project.',
    onSuccess: useSetProject(),
  });

/** Shows the others of the team which field is written in here, until it is left. */
export function useMarkEditing(field: keyof contract.ProjectText | null, isInTeam: boolean): void {
  const isTold = useRef(false);
  useEffect(() => {
    if (!isInTeam || (field === null && !isTold.current)) return;
    const tell = () => {
      isTold.current = field !== null;
      // A failure changes nothing but what others see.
      void call(contract.markEditing, { body: { field } }).catch(() => undefined);
    };
    const soon = setTimeout(tell, 300);
    const again = field === null ? undefined : setInterval(tell, 4000);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [field, isInTeam]);
}
