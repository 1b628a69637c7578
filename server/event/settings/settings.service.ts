import type { Event, EventDocument } from '../../../contract/event/event.ts';
import type * as contract from '../../../contract/event/settings.ts';
import {
  type SectionState,
  type SettingsSection,
  type SettingsValues,
  sectionNames,
} from '../../../contract/event/settings.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey, lockPlaces } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { SerializedResponse } from '../../platform/http/responses.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import { createEmail } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { checkEvent, type EventMistake, parseEvent, toDocument } from '../event-document.ts';
import { listFontMistakes } from '../event-fonts.ts';
import { getSectionValues, listChangedFields, listSections, replaceSection } from './event-versions.ts';
import {
  type EventChange,
  type EventVersion,
  insertVersion,
  selectEventUsage,
  selectNewestVersion,
  selectSectionChanges,
  selectVersionsOf,
} from './settings.queries.ts';
import { changeRefusal, listLocks } from './settings.rules.ts';

// The values of a section have the shape of the event, which no serializer of a response can name.
const toJson = (value: unknown) => new SerializedResponse(JSON.stringify(value));

/** Returns every section of the settings, what cannot change any more, and what is set up elsewhere. */
export async function getSettings(services: Services): Promise<SerializedResponse> {
  const { db } = services;
  const { event, document } = await readNewest(db);
  const changes = await selectSectionChanges(db);
  const locks = listLocks(event, await selectEventUsage(db));
  const settings: contract.Settings = {
    sections: sectionNames.map((section) => toSection(document, section, changes.get(section)!)),
    locked: Object.fromEntries(locks.map(({ path, reason }) => [path, reason])),
    services: listServices(services),
  };
  return toJson(settings);
}

/** Returns the version that holds, as an event too. */
async function readNewest(db: Db): Promise<EventVersion & { event: Event }> {
  const { version, document } = (await selectNewestVersion(db))!;
  const event = checkEvent(document);
  // In the order of the schema, and with what is new in it.
  return { version, event, document: toDocument(event) };
}

function toSection(
  document: EventDocument,
  section: SettingsSection,
  { at, ...change }: EventChange,
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

/** Returns what is wrong with a section's values, by the path of the field; nothing is saved. */
export async function checkSettings(
  { db }: Services,
  { params: { section }, body: { values } }: Call<typeof contract.checkSettings>,
): Promise<{ mistakes: Record<string, string> }> {
  const { event, document } = await readNewest(db);
  const parsed = await parseSection(document, { section, values });
  if ('mistakes' in parsed) return { mistakes: toFields(parsed.mistakes) };
  const refusal = changeRefusal(parsed.event, listLocks(event, await selectEventUsage(db)));
  return { mistakes: refusal?.fields ?? {} };
}

/** Returns the event with a section as it would be saved, or its mistakes, with fonts that cannot be read. */
async function parseSection(
  document: EventDocument,
  { section, values }: Pick<SavedSection, 'section' | 'values'>,
): Promise<ReturnType<typeof parseEvent>> {
  const parsed = parseEvent(replaceSection(document, section, values));
  if ('mistakes' in parsed || values.certificates === undefined) return parsed;
  const mistakes = await listFontMistakes(parsed.event);
  return mistakes.length > 0 ? { mistakes } : parsed;
}

const toFields = (mistakes: EventMistake[]) =>
  Object.fromEntries(mistakes.map(({ path, what }) => [path, what]));

interface SavedSection {
  section: SettingsSection;
  /** The version that the page has shown. */
  version: number;
  values: SettingsValues;
}

/**
 * Saves a section as a new version of the event, which `followEvent` applies on every copy of the program. A repeat of what
 * holds changes nothing. Throws `invalid_input` with what is wrong by field, `settings_changed` if the section was changed
 * after that version, and `settings_locked` for what cannot change any more.
 */
export async function saveSettings(
  services: Services,
  { actor, params, body }: Call<typeof contract.saveSettings>,
): Promise<SerializedResponse> {
  const saved = { ...params, ...body };
  const state = await transact(services.db, (trx) => saveSection(trx, services, actor.id, saved));
  // This copy need not wait for the database to notify it.
  await services.live.publish('event');
  return toJson(state);
}

async function saveSection(
  trx: Db,
  services: Pick<Services, 'now' | 'config'>,
  actorId: string,
  { section, version, values }: SavedSection,
): Promise<SectionState> {
  await lockKey(trx, 'settings');
  const newest = await readNewest(trx);
  const parsed = await parseSection(newest.document, { section, values });
  if ('mistakes' in parsed) fail('invalid_input', { fields: toFields(parsed.mistakes) });
  const next = parsed.event;
  const change = (await selectSectionChanges(trx)).get(section)!;
  const fields = listChangedFields(newest.document, toDocument(next));
  if (fields.length === 0) return toSection(newest.document, section, change);
  if (version !== change.version) fail('settings_changed');
  await addVersion(trx, services, { newest, next, fields, by: actorId });
  await recordAudit(trx, {
    actorId,
    action: 'settings.saved',
    subject: section,
    detail: { version: newest.version + 1, fields },
  });
  await queueWebhook(trx, services, {
    type: 'settings.saved',
    text: `The settings were changed: ${section}.`,
    data: { section, fields },
  });
  return toSection(toDocument(next), section, (await selectSectionChanges(trx)).get(section)!);
}

interface AddedVersion {
  newest: EventVersion & { event: Event };
  next: Event;
  fields: string[];
  by: string | null;
}

/** Makes an event the newest version. Throws `settings_locked`. */
async function addVersion(
  trx: Db,
  { now }: Pick<Services, 'now'>,
  { newest, next, fields, by }: AddedVersion,
): Promise<void> {
  const [version, sections] = [newest.version + 1, listSections(fields)];
  if (sections.includes('places')) await lockPlaces(trx, { capacity: 1 });
  failIf(changeRefusal(next, listLocks(newest.event, await selectEventUsage(trx))));
  const row = { version, document: toDocument(next), sections, origin: 'save', at: now(), by } as const;
  await insertVersion(trx, row);
  await notifySubscribers(trx, 'event');
}

/** Returns every state that a section had, newest first. */
export async function listEarlierSettings(
  { db }: Services,
  { params: { section } }: Call<typeof contract.listEarlierSettings>,
): Promise<SerializedResponse> {
  const versions = await selectVersionsOf(db, section);
  const earlier = versions.map(({ document, at, ...change }): contract.EarlierSettings => {
    return { ...change, at: at.toISOString(), values: getSectionValues(document, section) };
  });
  return toJson(earlier);
}

/** Queues an email to the organizer alone. Throws `email_needed`. */
export async function sendTestEmail(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id, email } }: Call<typeof contract.sendTestEmail>,
): Promise<void> {
  if (!email) fail('email_needed');
  const content = createEmail(`Test: ${event.name}`, event, [
    { say: 'Emails of this site arrive. Check that this one is not in the folder for spam.' },
  ]);
  await transact(db, (trx) => queueMail(trx, { ...content, to: email, userId: id }));
}

/** Returns the event as a document. */
export function exportSettings({ event }: Pick<Services, 'event'>): Download {
  return new Download('event.json', `${JSON.stringify(toDocument(event), null, 2)}\n`);
}
