import { queryOptions } from '@tanstack/react-query';
import { type BadgeContent, listBadges } from '../../../contract/event-day/badges.ts';
import { limits } from '../../../contract/limits.ts';
import { call } from '../../lib/call.ts';
import { splitInto } from '../../lib/split-into.ts';

/** The badges of the approved among these applications, by name, in as few calls as allowed. */
export const badgesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['badges', ids],
    queryFn: async ({ signal }) => {
      const badges: BadgeContent[] = [];
      for (const part of splitInto(ids, limits.badges.atOnce))
        badges.push(...(await call(listBadges, { body: { ids: part }, signal })));
      return badges.sort((a, b) => a.name.localeCompare(b.name));
    },
    enabled: ids.length > 0,
  });
