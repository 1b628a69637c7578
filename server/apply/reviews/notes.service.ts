import type * as contract from '../../../contract/apply/notes.ts';
import { selectIdsWithAccess } from '../../people-data/users.queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { getApplication } from '../applications/applications-admin.service.ts';
import { findMentions } from './mentions.ts';
import { deleteMentions, insertNote, selectMentions, selectNames, selectNotes } from './notes.queries.ts';

const selectTeam = async (db: Db) => selectNames(db, await selectIdsWithAccess(db, 'application-reviewer'));

/** Returns the notes about an application; while review is blind, only once the reader has rated. Throws `not_found`. */
export async function listNotes(services: Services, { actor, params }: Call<typeof contract.listNotes>) {
  const { db } = services;
  const { hidden } = await getApplication(services, { actor, params });
  const notes = hidden ? null : await selectNotes(db, params.id);
  const team = (await selectTeam(db)).filter((one) => one.id !== actor.id);
  const mentions = await selectMentions(db, actor.id);
  return {
    notes: notes?.map(({ id: _id, by, text, at }) => ({ _id, by, text, at: at.toISOString() })) ?? null,
    team: team.map(({ name }) => name),
    mentioned: notes !== null && mentions.some(({ application }) => application === params.id),
  };
}

/** Writes a note about an application; `@` and a name mention a colleague. Throws `not_found` and `mention_unclear`. */
export async function addNote(
  services: Services,
  { actor, params: { id, note }, body: { text } }: Call<typeof contract.addNote>,
): Promise<contract.NoteThread> {
  await getApplication(services, { actor, params: { id } });
  await transact(services.db, async (trx) => {
    const team = (await selectTeam(trx)).filter((one) => one.id !== actor.id);
    const { mentioned, unclear } = findMentions(text, team);
    if (unclear) fail('mention_unclear', { values: unclear });
    const mentions = mentioned.map((one) => one.id);
    const at = services.now();
    await insertNote(trx, { id: note, application_id: id, user_id: actor.id, text, at, mentions });
    await notifySubscribers(trx, 'applications');
  });
  return listNotes(services, { actor, params: { id } });
}

export const readMentions = (
  { db }: Pick<Services, 'db'>,
  { actor, params: { id } }: Call<typeof contract.readMentions>,
): Promise<void> => deleteMentions(db, actor.id, id);

/** Lists the applications with notes that mention the reader and are unread, and who wrote them. */
export const listMentions = (db: Db, userId: string) => selectMentions(db, userId);
