import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { Component as NotFound } from '../../layout/not-found.tsx';
import { deleteDrafts, projectDraftKey, readDraft, takeLeftProject } from '../../lib/draft-store.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { useUser } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { projectQuery } from './project.api.ts';
import type { ProjectDraft } from './project-editor.ts';
import { ProjectForm, UnsavedText } from './project-form.tsx';

const PhoneBar = lazyPart(() => import('../../dashboard/phone-bar.tsx'));

export function Component() {
  useTitle('Your project');
  const user = useUser();
  const event = useEvent();
  const [team, setTeam] = useState(user.team);
  if (team === null && user.team !== null) setTeam(user.team);
  const hasLeft = team !== null && user.team !== team;
  const left = useQuery({
    queryKey: ['project', 'left', user._id, user.team],
    queryFn: () => takeLeftProject(user),
    networkMode: 'always',
    gcTime: 0,
  });
  if (!event) return <Skeleton text="Loading your project…" />;
  return user.role === 'hacker' && event.projects ? (
    <>
      {(hasLeft || left.data) && (
        <UnsavedText
          draft={left.data?.values as ProjectDraft | undefined}
          onDelete={async () => {
            if (left.data) await deleteDrafts(left.data.key);
            await left.refetch();
          }}
          onGoOn={hasLeft ? () => setTeam(user.team) : undefined}
        />
      )}
      {!hasLeft && <MyProjectPage key={user.team} event={event} />}
      <PhoneBar event={event} />
    </>
  ) : (
    <NotFound />
  );
}

function MyProjectPage({ event }: { event: EventView }) {
  const user = useUser();
  const project = useLiveQuery(projectQuery(user), user.team ? 'team' : 'me');
  // Organizers decide about late projects, and can move the deadline.
  useLive('event', () => void project.refetch());
  const key = projectDraftKey(user);
  const draft = useQuery({
    queryKey: ['project', 'draft', key],
    queryFn: async () => (await readDraft(key))?.values ?? null,
    networkMode: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (project.data && draft.data !== undefined)
    return (
      <ProjectForm
        event={event}
        project={project.data}
        draft={(draft.data ?? undefined) as ProjectDraft | undefined}
      />
    );
  return project.isError ? (
    <ErrorBox message="Your project could not be loaded." onRetry={project.refetch} />
  ) : (
    <Skeleton text="Loading your project…" />
  );
}
