import { queryOptions } from '@tanstack/react-query';
import { previewSearchTerms } from '../../../contract/apply/search.ts';
import type { Event } from '../../../contract/event/event.ts';
import * as contract from '../../../contract/event/settings.ts';
import type { AnnouncementDraft } from '../../../contract/event-day/announcements.ts';
import { createAnnouncement } from '../../../contract/event-day/announcements.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { listWebhookDeliveries, retryWebhookDelivery } from '../../../contract/platform/webhook.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { eventQuery } from '../../lib/event.api.ts';
import { upload } from '../../lib/files.ts';
import { createAction, useAction } from '../../lib/use-action.ts';
import { ask } from '../../ui/ask.tsx';

export const settingsQuery = callQuery(['settings', 'all'], contract.getSettings);

export const earlierQuery = (section: contract.SettingsSection) =>
  callQuery(['settings', 'earlier', section], contract.listEarlierSettings, { params: { section } });

export const versionsQuery = callQuery(['settings', 'versions'], contract.listEventVersions);

export const versionQuery = (version: number) => ({
  ...callQuery(['settings', 'versions', version], contract.getEventVersion, {
    params: { version: String(version) },
  }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const mistakesQuery = (section: contract.SettingsSection, values: contract.SettingsValues) => ({
  ...callQuery(['settings-check', section, values], contract.checkSettings, {
    params: { section },
    body: { values },
  }),
  gcTime: 0,
});

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['settings'] }),
    queryClient.invalidateQueries({ queryKey: eventQuery.queryKey }),
  ]);

interface Saved {
  section: contract.SettingsSection;
  version: number;
  values: contract.SettingsValues;
}

export const isOvertaken = (error: unknown) => error instanceof ApiError && error.code === 'settings_changed';

/** Saves a section; what can hardly be meant is asked about, and saved after a yes. */
async function save({ section, ...body }: Saved) {
  const send = (confirmed: string[]) =>
    call(contract.saveSettings, { params: { section }, body: { ...body, confirmed } });
  try {
    return await send([]);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'settings_doubtful')) throw error;
    const doubts = Object.values(error.fields);
    const isMeant = await ask({
      title: 'Is this right?',
      body: doubts.join(' '),
      confirmLabel: 'Yes, save it',
    });
    if (!isMeant) throw new ApiError(error.status, { code: error.code, message: 'Nothing was saved.' });
    return send(doubts);
  }
}

/** Whether a section that was saved moves the event to other days. */
function movesEvent({ dates }: contract.SettingsValues): boolean {
  const before = queryClient.getQueryData(eventQuery.queryKey)?.dates;
  const { start = before?.start, end = before?.end } = (dates ?? {}) as Partial<Event['dates']>;
  return before !== undefined && (start !== before.start || end !== before.end);
}

export const useSaveSettings = () =>
  useAction(save, {
    success: (_, { values }) =>
      `Saved. The change is live.${movesEvent(values) ? ' Nobody is told of the new dates by email: send an announcement.' : ''}`,
    isShown: true,
    onSettled: refresh,
  });

/** Makes a version of the event the newest one. Its error is shown by the page. */
export const useRestoreEvent = createAction(contract.restoreEvent, {
  send: ({ version, newest }: { version: number; newest: number }) => ({
    params: { version: String(version) },
    body: { newest },
  }),
  success: 'Restored. It is live.',
  isShown: true,
  onSettled: refresh,
});

/**
 * Saves the schedule and, with an announcement, sends that. Both may be repeated: what is saved already is not saved again, and
 * the key sends one announcement.
 */
export const useSaveSchedule = () =>
  useAction(
    async ({ told, ...saved }: Saved & { told?: { draft: AnnouncementDraft; key: string } }) => {
      await save(saved);
      if (!told) return undefined;
      return call(createAnnouncement, { body: told.draft, idempotencyKey: told.key });
    },
    {
      success: (sent) =>
        sent
          ? `Saved, and sent to ${formatCount(sent.counts.receivers, 'person', 'people')}.`
          : 'Saved. The change is live.',
      isShown: true,
      onSettled: () => void refresh(),
    },
  );

export const useSendTestEmail = createAction(contract.sendTestEmail, {
  success: 'The email is on its way to your own address.',
});

/** Tries terms of the search without saving them. Its error is shown by the page. */
export const usePreviewSearchTerms = createAction(previewSearchTerms, {
  send: (searchTerms: Event['searchTerms']) => ({ body: { searchTerms } }),
  isShown: true,
});

/** Uploads a file of the event; its address goes into the section. */
export const useUploadEventFile = () =>
  useAction((file: File) => upload(contract.uploadEventFile, { fields: {}, files: { file } }));

export const webhookQuery = queryOptions({
  ...callQuery(['settings', 'webhook'], listWebhookDeliveries),
  refetchInterval: 10_000,
});

export const useRetryWebhookDelivery = createAction(retryWebhookDelivery, {
  send: (id: string) => ({ params: { id } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey }),
});
