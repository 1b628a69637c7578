import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { useLive } from '../lib/live.ts';
import { notify } from '../ui/notify.tsx';
import type { ListHandle } from '../ui/virtual-list.tsx';
import { useChangeStatus } from './applications.ts';
import type { Decision } from './use-bulk-change.ts';
import { useRows } from './use-rows.ts';
import { useViewState } from './view-state.ts';

/** The review as a whole: the list under the filter, which application is open, and what is decided on it. */
export function useReview() {
  const { filter, selectedId, setFilter, select } = useViewState();
  const list = useRows(filter);
  const handle = useRef<ListHandle>(null);
  const change = useChangeStatus();
  const [refusal, setRefusal] = useState<{ id: string; message: string }>();
  const client = useQueryClient();
  // Somebody applied, or another organiser decided: what is on the screen is asked for again.
  useLive('applications', () => void client.invalidateQueries({ queryKey: ['applications'] }));

  const index = list.rows.findIndex((row) => row._id === selectedId);
  const current: Application | undefined = list.rows[index];

  function move(step: 1 | -1) {
    const next = list.rows[index < 0 ? 0 : index + step];
    if (!next) return;
    select(next._id);
    handle.current?.reveal(index < 0 ? 0 : index + step);
  }

  function decide(application: Application, status: Decision) {
    if (application.status === status || change.isPending) return;
    const name = application.user.name || texts.admin.noName;
    // Under a filter the decided application leaves the list: the one that takes its place is opened.
    const follower = filter === 'all' ? undefined : (list.rows[index + 1] ?? list.rows[index - 1]);
    setRefusal(undefined);
    change.mutate(
      { application, status },
      {
        onSuccess: () => {
          notify.success(`${name} ${status}.`);
          if (filter !== 'all' && application._id === selectedId) select(follower?._id);
        },
        onError: (error) =>
          setRefusal({ id: application._id, message: messageOf(error, texts.admin.statusFailed) }),
      },
    );
  }

  return {
    filter,
    setFilter,
    selectedId,
    select,
    list,
    handle,
    current,
    move,
    decide,
    deciding: change.isPending,
    refusal,
    dismissRefusal: () => setRefusal(undefined),
  };
}
