import { isDeepStrictEqual } from 'node:util';
import type { EventDocument } from '../../../contract/event/event.ts';
import { listUnknownPlaceholders } from '../../../contract/event/event-emails.ts';
import type * as contract from '../../../contract/event/settings.ts';
import { type SectionState, type SettingsSection, sectionNames } from '../../../contract/event/settings.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { streamZip } from '../../platform/files/zip-stream.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { fail } from '../../platform/http/problem.ts';
import { SerializedResponse } from '../../platform/http/responses.ts';
import { createEmail } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { type EventMistake, parseEvent, toDocument } from '../event-document.ts';
import { listFontMistakes } from '../event-fonts.ts';
import { listConsequences, listImpossibleDates, listNewDoubts } from './doubts.ts';
import { listEventEntries } from './event-files.service.ts';
import {
  addVersion,
  findChangeRefusal,
  getNewestVersion,
  getSectionValues,
  listChangedFields,
  listSections,
  replaceSection,
} from './event-versions.ts';
import { followChanges } from './follow-dates.ts';
import { sectionShapes } from './setting-shapes.ts';
import * as queries from './settings.queries.ts';
import { listLocks } from './settings.rules.ts';

// The values of a section have the shape of the event, which no serializer of a response can name.
const toJson = (value: unknown) => new SerializedResponse(JSON.stringify(value));

/** Returns every section of the settings, what cannot change any more, and what is set up elsewhere. */
export async function getSettings(services: Services): Promise<SerializedResponse> {
  const { db } = services;
  const { event, document } = await getNewestVersion(db);
  const changes = await queries.selectSectionChanges(db);
  const locks = listLocks(event, await queries.selectEventUsage(db));
  const settings: contract.Settings = {
    sections: sectionNames.map((section) => toSection(document, section, changes.get(section)!)),
    locked: Object.fromEntries(locks.map(({ path, reason }) => [path, reason])),
    services: listServices(services),
    shapes: sectionShapes,
  };
  return toJson(settings);
}

function toSection(
  document: EventDocument,
  section: SettingsSection,
  { at, ...change }: queries.EventChange,
): SectionState {
  return { section, values: getSectionValues(document, section), ...change, at: at.toISOString() };
}

/** Says of what is set in the environment only whether it is there: nothing secret leaves. */
function listServices({ config }: Pick<Services, 'config'>): contract.Settings['services'] {
  const { smtpUrl, mailFrom, oidc, apple, google, webhook, s3 } = config;
  const noPass = 'Not set up: passes have no button for it.';
  const noMail = 'Not set up: each email is a file in data/outbox/ (SMTP_URL).';
  const noProvider = 'Not set up: people sign in with a code by email (OIDC_ISSUER).';
  const list: [name: string, setUp: unknown, on: string, off: string][] = [
    ['Email', smtpUrl, `Sent from ${mailFrom}.`, noMail],
    ['Sign-in with a provider', oidc, 'Set up.', noProvider],
    ['Apple Wallet', apple, 'Set up.', noPass],
    ['Google Wallet', google, 'Set up.', noPass],
    ['Webhook', webhook, 'Set up.', 'Not set up (WEBHOOK_URL).'],
    ['File storage', s3, 'A bucket.', 'The data folder of this machine.'],
  ];
  return list.map(([name, setUp, on, off]) => ({
    name,
    isSetUp: Boolean(setUp),
    detail: setUp ? on : off,
  }));
}

/** Returns what is wrong with a section's values and which others would follow; nothing is saved. */
export async function checkSettings({ db }: Services, { params, body }: Call<typeof contract.checkSettings>) {
  const { event, document } = await getNewestVersion(db);
  const parsed = await parseSection(db, document, { section: params.section, values: body.values });
  if ('mistakes' in parsed) return { mistakes: toFields(parsed.mistakes), follows: [] };
  const refusal = await findChangeRefusal(db, event, parsed.event);
  const changed = listChangedFields(document, toDocument(parsed.event));
  return {
    mistakes: refusal?.fields ?? {},
    follows: listSections(changed).filter((name) => name !== params.section),
  };
}

/** Returns the event with a section as it would be saved and what follows from it, or its mistakes, with fonts that cannot be read. */
async function parseSection(
  db: Db,
  document: EventDocument,
  { section, values }: Pick<SavedSection, 'section' | 'values'>,
): Promise<ReturnType<typeof parseEvent>> {
  const typed = parseEvent(replaceSection(document, section, values));
  if ('mistakes' in typed) return typed;
  const impossible = Object.entries({
    ...listImpossibleDates(typed.event),
    ...(values.emails !== undefined && listUnknownPlaceholders(typed.event.emails)),
  });
  if (impossible.length > 0)
    return { mistakes: impossible.map(([path, what]) => ({ path, what, sentence: `${path} ${what}` })) };
  const parsed = parseEvent(followChanges(document, toDocument(typed.event)));
  if ('mistakes' in parsed || values.certificates === undefined) return parsed;
  const mistakes = await listFontMistakes(db, parsed.event);
  return mistakes.length > 0 ? { mistakes } : parsed;
}

const toFields = (mistakes: EventMistake[]) =>
  Object.fromEntries(mistakes.map(({ path, what }) => [path, what]));

type Saved = Call<typeof contract.saveSettings>;
/** A section as it was saved, with the version that the page has shown. */
type SavedSection = Saved['params'] & Saved['body'];

/**
 * Saves a section as a new version of the event, which `followEvent` applies on every instance of the program. A repeat of what
 * holds changes nothing. Throws `invalid_input` with what is wrong by field, `settings_changed` if the section was changed
 * after that version, `settings_doubtful` with doubts by field that are not confirmed, and `settings_locked` for what cannot
 * change any more.
 */
export async function saveSettings(
  services: Services,
  { actor, params, body }: Call<typeof contract.saveSettings>,
): Promise<SerializedResponse> {
  const saved = { ...params, ...body };
  const state = await transact(services.db, (trx) => saveSection(trx, services, actor.id, saved));
  // This instance need not wait for the database to notify it.
  await services.live.publish('event');
  return toJson(state);
}

async function saveSection(
  trx: Db,
  services: Pick<Services, 'now' | 'config'>,
  actorId: string,
  { section, version, values, confirmed }: SavedSection,
): Promise<SectionState> {
  await lockKey(trx, 'settings');
  const newest = await getNewestVersion(trx);
  const parsed = await parseSection(trx, newest.document, { section, values });
  if ('mistakes' in parsed) fail('invalid_input', { fields: toFields(parsed.mistakes) });
  const next = parsed.event;
  const change = (await queries.selectSectionChanges(trx)).get(section)!;
  const hasChanged = version !== change.version;
  if (hasChanged && !isDeepStrictEqual(toDocument(next), newest.document)) fail('settings_changed');
  const eventChange = { before: newest.event, next, now: services.now() };
  const asked = {
    ...listNewDoubts(eventChange),
    ...(confirmed && (await listConsequences(trx, eventChange, section))),
  };
  const doubts = Object.entries(asked).filter(([, sentence]) => !confirmed?.includes(sentence));
  if (doubts.length > 0)
    fail('settings_doubtful', {
      fields: Object.fromEntries(doubts),
      values: { doubts: doubts.map(([, sentence]) => sentence).join(' ') },
    });
  const fields = await addVersion(trx, services, { newest, next, origin: 'save', by: actorId });
  if (fields.length === 0) return toSection(newest.document, section, change);
  await recordAudit(trx, actorId, 'settings.saved', section, { version: newest.version + 1, fields });
  await queueWebhook(trx, services, {
    type: 'settings.saved',
    text: `The settings were changed: ${section}.`,
    data: { section, fields },
  });
  return toSection(toDocument(next), section, (await queries.selectSectionChanges(trx)).get(section)!);
}

/** Returns every state that a section had, newest first. */
export async function listEarlierSettings(
  { db }: Services,
  { params: { section } }: Call<typeof contract.listEarlierSettings>,
): Promise<SerializedResponse> {
  const versions = await queries.selectVersionsOf(db, section);
  const earlier = versions.map(({ document, at, ...change }): contract.EarlierSettings => {
    return { ...change, at: at.toISOString(), values: getSectionValues(document, section) };
  });
  return toJson(earlier);
}

/** Returns who made each version of the event, and what it changed, newest first. */
export async function listEventVersions({ db }: Pick<Services, 'db'>) {
  const versions = await queries.selectVersions(db);
  return versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() }));
}

/** Returns the values of a version. Throws `not_found`. */
export async function getEventVersion(
  { db }: Pick<Services, 'db'>,
  { params: { version } }: Call<typeof contract.getEventVersion>,
): Promise<SerializedResponse> {
  return toJson({ values: (await queries.selectDocument(db, version)) ?? fail('not_found') });
}

/**
 * Makes an earlier version of the event the newest one. Throws `not_found`, `settings_changed` if there is one after the newest
 * that the page has shown, `invalid_input` if it does not fit this version of the program, and `settings_locked`.
 */
export async function restoreEvent(
  services: Services,
  { actor, params, body }: Call<typeof contract.restoreEvent>,
): Promise<{ version: number }> {
  const version = await transact(services.db, async (trx) => {
    await lockKey(trx, 'settings');
    const newest = await getNewestVersion(trx);
    if (newest.version !== body.newest) fail('settings_changed');
    const parsed = parseEvent((await queries.selectDocument(trx, params.version)) ?? fail('not_found'));
    if ('mistakes' in parsed) return fail('invalid_input', { fields: toFields(parsed.mistakes) });
    const restored = { newest, next: parsed.event, origin: 'save', by: actor.id } as const;
    const fields = await addVersion(trx, services, restored);
    if (fields.length === 0) return newest.version;
    const detail = { version: newest.version + 1, restored: params.version, fields };
    await recordAudit(trx, actor.id, 'settings.restored', 'event', detail);
    const text = 'An earlier state of the settings was restored.';
    await queueWebhook(trx, services, { type: 'settings.saved', text, data: { fields } });
    return newest.version + 1;
  });
  await services.live.publish('event');
  return { version };
}

/** Queues an email to the organizer alone. Throws `email_needed`. */
export async function sendTestEmail(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id, email } }: Call<typeof contract.sendTestEmail>,
): Promise<void> {
  if (!email) fail('email_needed');
  const content = createEmail(`Test: ${event.name}`, event, [
    'Emails of this site arrive. Check that this one is not in the folder for spam.',
  ]);
  await transact(db, (trx) => queueMail(trx, { ...content, to: email, userId: id }));
}

/** Returns the event as a document with its files, in a zip that is written while it is sent. */
export async function exportSettings(services: Pick<Services, 'db' | 'event' | 'files'>): Promise<Download> {
  return new Download('event.zip', streamZip(await listEventEntries(services)));
}
