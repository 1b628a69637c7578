import { queryOptions } from '@tanstack/react-query';
import { getShow, type Show } from '../../../contract/judging/results.ts';
import { isConnectionLost } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { cacheResponse, findCachedResponse } from '../../lib/offline-cache.ts';

import { findShowPosition } from './show-position.ts';

const name = 'show';

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Returns a picture as an address that needs no network; null where it cannot be loaded. */
async function embed(url: string | null): Promise<string | null> {
  if (!url) return null;
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? toDataUrl(await response.blob()) : null;
}

async function loadShow(): Promise<Show> {
  const show = await call(getShow);
  return {
    ...show,
    prizes: await Promise.all(
      show.prizes.map(async (prize) => ({
        ...prize,
        winners: await Promise.all(
          prize.winners.map(async (winner) => ({ ...winner, picture: await embed(winner.picture) })),
        ),
      })),
    ),
  };
}

/**
 * The show with its pictures, stored on this device until logout. Without a network, and once it has begun, it is the stored
 * one: whatever is locked meanwhile, a window that is opened again goes on with it.
 */
export const showQuery = queryOptions({
  queryKey: ['show'],
  queryFn: async () => {
    const stored = await findCachedResponse<Show>(name);
    const position = findShowPosition();
    if (stored && position && position.step > 0 && position.version === stored.version) return stored;
    try {
      const show = await loadShow();
      await cacheResponse(name, show);
      return show;
    } catch (error) {
      if (stored && isConnectionLost(error)) return stored;
      throw error;
    }
  },
  // It does not change while it is played.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const storedShowQuery = (version: string | undefined) =>
  queryOptions({
    queryKey: ['show', 'stored', version],
    queryFn: async () => (await findCachedResponse<Show>(name)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
