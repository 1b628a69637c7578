import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/event-day/announcements.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { createAction, useAction } from '../../lib/use-action.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { toast } from '../../ui/toast.tsx';

/** In milliseconds, while emails or notifications wait, and while an announcement does. */
const progressInterval = 3000;
const waitingInterval = 15_000;

/** Every announcement, those that wait first, then newest first; asked for again while something waits. */
export const announcementsQuery = queryOptions({
  ...callQuery(['announcements', 'sent'], contract.listAnnouncements),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ counts, devices }) => counts.waiting + (devices?.waiting ?? 0) > 0)
      ? progressInterval
      : data?.some(({ sendAt }) => sendAt) && waitingInterval,
});

export const receiversQuery = (id: string) => ({
  ...callQuery(['announcements', 'receivers', id], contract.listAnnouncementReceivers, { params: { id } }),
  staleTime: 0,
});

/** How many receive a draft, and how it reads to the first of them. */
export const previewQuery = ({ subject, text, segment, aboutPlace }: contract.AnnouncementDraft) => {
  const body = { subject, text, segment, aboutPlace };
  return {
    ...callQuery(['announcements', 'preview', body], contract.previewAnnouncement, { body }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  };
};

/** The preview of a draft that is being written, once it has settled. */
export function useAnnouncementPreview(draft: contract.AnnouncementDraft, enabled: boolean) {
  // As text: each render makes a new object.
  const typed = useDebounced(JSON.stringify(draft), 300);
  return useQuery({ ...previewQuery(JSON.parse(typed)), enabled });
}

export const useSendTest = createAction(contract.sendTestAnnouncement, {
  success: 'The test is on its way to your own address.',
});

/** Sends an announcement, in a minute if it is `undoable`; with the same key a repeat sends nothing. */
export const useCreateAnnouncement = (onUndo: (waiting: contract.Announcement) => void) =>
  useAction(
    ({ draft, key }: { draft: contract.AnnouncementDraft & { undoable: boolean }; key: string }) =>
      call(contract.createAnnouncement, { body: draft, idempotencyKey: key }),
    {
      onSuccess: (created, { draft }) => {
        const { sendAt, counts } = created;
        const action = { label: 'Undo', onClick: () => onUndo(created) };
        if (sendAt && draft.undoable)
          toast.success('It goes out in a minute.', { duration: limits.announcement.undoFor, action });
        else
          toast.success(
            sendAt ? 'It is scheduled.' : `Sent to ${formatCount(counts.receivers, 'person', 'people')}.`,
          );
        return queryClient.invalidateQueries({ queryKey: announcementsQuery.queryKey });
      },
    },
  );

export const useStopAnnouncement = createAction(contract.stopAnnouncement, {
  send: ({ _id }: contract.Announcement) => ({ params: { id: _id } }),
  success: 'The announcement is stopped.',
  onSettled: () => queryClient.invalidateQueries({ queryKey: announcementsQuery.queryKey }),
});

export const useCancelAnnouncement = createAction(contract.cancelAnnouncement, {
  send: ({ _id }: contract.Announcement) => ({ params: { id: _id } }),
  success: 'The announcement will not be sent.',
  onSettled: () => queryClient.invalidateQueries({ queryKey: announcementsQuery.queryKey }),
});
