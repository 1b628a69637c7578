import type { z } from 'zod';
import type * as contract from '../../../contract/apply/applications-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { lockKey } from '../../platform/db/locks.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { savedViewsKey } from '../apply.tables.ts';

type SavedView = z.infer<typeof contract.savedView>;

export async function listSavedViews({ db }: Pick<Services, 'db'>): Promise<SavedView[]> {
  return (await findSetting<SavedView[]>(db, savedViewsKey)) ?? [];
}

/** Saves a view, replacing one with the same name, and returns all. Throws `invalid_input` and `too_many_views`. */
export function saveView(
  services: Services,
  { body: { name: typed, search } }: Call<typeof contract.saveView>,
): Promise<SavedView[]> {
  const name = cleanLine(typed) || fail('invalid_input', { fields: { name: 'is missing' } });
  return changeViews(services, name, { name, search });
}

/** Deletes the view of this name, if any, and returns the others. */
export function deleteView(services: Services, { query: { name } }: Call<typeof contract.deleteView>) {
  return changeViews(services, cleanLine(name));
}

function changeViews({ db }: Services, name: string, view?: SavedView): Promise<SavedView[]> {
  return transact(db, async (trx) => {
    await lockKey(trx, savedViewsKey);
    const others = (await listSavedViews({ db: trx })).filter((one) => one.name !== name);
    if (view && others.length >= limits.admin.maxViews) fail('too_many_views');
    const views = (view ? [...others, view] : others).sort((a, b) => a.name.localeCompare(b.name));
    await upsertSetting(trx, savedViewsKey, views);
    return views;
  });
}
