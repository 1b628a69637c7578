import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../contract/event/event.ts';
import type * as contract from '../../../contract/event/settings.ts';
import {
  type SectionState,
  type SettingsSection,
  type SettingsValues,
  sectionNames,
  settingsSections,
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
import type { EventMistake } from '../load.ts';
import { findChanges, getSectionValues, mergeEvent, parseChanged } from './event-changes.ts';
import {
  type EventChange,
  insertChange,
  selectChangesOf,
  selectCurrentChanges,
  selectEventUsage,
} from './settings.queries.ts';
import { changeRefusal, listLocks } from './settings.rules.ts';

// The values of a section have the shape of the event, which no serializer of a response can name.
const toJson = (value: unknown) => new SerializedResponse(JSON.stringify(value));

/** Returns every section of the settings, what cannot change any more, and what is set up elsewhere. */
export async function getSettings(services: Services): Promise<SerializedResponse> {
  const { db, fileEvent } = services;
  const changes = await selectCurrentChanges(db);
  const { event, mistakes } = mergeEvent(fileEvent, changes);
  const locks = listLocks(event, await selectEventUsage(db));
  const settings: contract.Settings = {
    sections: sectionNames.map((name) =>
      toSection(
        { fileEvent, event, change: changes.find(({ section }) => section === name) },
        name,
        mistakes.get(name),
      ),
    ),
    locked: Object.fromEntries(locks.map(({ path, reason }) => [path, reason])),
    services: listServices(services),
  };
  return toJson(settings);
}

interface SectionSources {
  fileEvent: Event;
  event: Event;
  change: EventChange | undefined;
}

function toSection(
  { fileEvent, event, change }: SectionSources,
  section: SettingsSection,
  mistakes: EventMistake[] = [],
): SectionState {
  const file = getSectionValues(fileEvent, section);
  const changes = change?.changes ?? {};
  const changed = Object.keys(changes).filter(
    (field) => !isDeepStrictEqual(changes[field] ?? null, file[field] ?? null),
  );
  return {
    section,
    version: change?.version ?? 0,
    values: mistakes.length > 0 ? withChanges(file, changes) : getSectionValues(event, section),
    file,
    changed,
    contested: changed.filter(
      (field) => !isDeepStrictEqual(change?.base[field] ?? null, file[field] ?? null),
    ),
    ...(mistakes.length > 0 && { mistakes: mistakes.map(({ sentence }) => sentence).join('\n') }),
    ...(change && { at: change.at.toISOString(), by: change.by }),
  };
}

function withChanges(file: SettingsValues, changes: SettingsValues): SettingsValues {
  return Object.fromEntries(Object.entries({ ...file, ...changes }).filter(([, value]) => value !== null));
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
  { db, fileEvent }: Services,
  { params: { section }, body: { values } }: Call<typeof contract.checkSettings>,
): Promise<{ mistakes: Record<string, string> }> {
  const others = (await selectCurrentChanges(db)).filter((change) => change.section !== section);
  const parsed = parseChanged(fileEvent, [
    ...others.map(({ changes }) => changes),
    toAllFields(section, values),
  ]);
  if ('mistakes' in parsed) return { mistakes: toFields(parsed.mistakes) };
  const { event } = mergeEvent(fileEvent, await selectCurrentChanges(db));
  const refusal = changeRefusal(parsed.event, listLocks(event, await selectEventUsage(db)));
  return { mistakes: refusal?.fields ?? {} };
}

/** Returns the values with null for each field that is missing, so that it is left out of the event even if `event/` has it. */
function toAllFields(section: SettingsSection, values: SettingsValues): SettingsValues {
  return Object.fromEntries(settingsSections[section].map((field) => [field, values[field] ?? null]));
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
 * Saves a section, which `followEventChanges` of `event-changes.ts` applies on every copy of the program. A repeat of what
 * holds changes nothing. Throws `invalid_input` with what is wrong by field, `settings_changed` if the section was saved
 * after that version, and `settings_locked` for what cannot change any more.
 */
export async function saveSettings(
  services: Services,
  { actor, params, body }: Call<typeof contract.saveSettings>,
): Promise<SerializedResponse> {
  const saved = { ...params, ...body };
  const state = await transact(services.db, (trx) => saveChange(trx, services, actor.id, saved));
  // This copy need not wait for the database to notify it.
  await services.live.publish('event');
  return toJson(state);
}

async function saveChange(
  trx: Db,
  services: Pick<Services, 'fileEvent' | 'now' | 'config'>,
  actorId: string,
  { section, version, values }: SavedSection,
): Promise<SectionState> {
  const { fileEvent, now } = services;
  await lockKey(trx, 'settings');
  if (section === 'places') await lockPlaces(trx, { capacity: 1 });
  const all = await selectCurrentChanges(trx);
  const before = all.find((change) => change.section === section);
  const others = all.filter((change) => change !== before).map(({ changes }) => changes);
  const parsed = parseChanged(fileEvent, [...others, toAllFields(section, values)]);
  if ('mistakes' in parsed) fail('invalid_input', { fields: toFields(parsed.mistakes) });
  const next = parsed.event;
  const changes = findChanges(fileEvent, section, getSectionValues(next, section));
  const file = getSectionValues(fileEvent, section);
  const base = Object.fromEntries(Object.keys(changes).map((field) => [field, file[field] ?? null]));
  if (isDeepStrictEqual({ changes, base }, { changes: before?.changes ?? {}, base: before?.base ?? {} }))
    return toSection({ fileEvent, event: next, change: before }, section);
  if (version !== (before?.version ?? 0)) fail('settings_changed');
  const { event } = mergeEvent(fileEvent, all);
  failIf(changeRefusal(next, listLocks(event, await selectEventUsage(trx))));
  await insertChange(trx, { section, version: version + 1, changes, base, at: now(), by: actorId });
  await recordAudit(trx, {
    actorId,
    action: 'settings.saved',
    subject: section,
    detail: { version: version + 1, fields: Object.keys(changes) },
  });
  await queueWebhook(trx, services, {
    type: 'settings.saved',
    text: `The settings were changed: ${section}.`,
    data: { section, fields: Object.keys(changes) },
  });
  await notifySubscribers(trx, 'event');
  const [change] = await selectChangesOf(trx, section);
  return toSection({ fileEvent, event: next, change }, section);
}

/** Returns every state that a section had, newest first. */
export async function listEarlierSettings(
  { db, fileEvent }: Services,
  { params: { section } }: Call<typeof contract.listEarlierSettings>,
): Promise<SerializedResponse> {
  const file = getSectionValues(fileEvent, section);
  const changes = await selectChangesOf(db, section);
  const earlier = changes.map(({ version, at, by, changes: values }): contract.EarlierSettings => {
    return { version, at: at.toISOString(), by, values: withChanges(file, values) };
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

/** Returns what holds now as the text of `event/event.ts`. */
export function exportSettings({ event }: Pick<Services, 'event'>): Download {
  const fields = sectionNames.flatMap((section) => Object.entries(getSectionValues(event, section)));
  const text = JSON.stringify(Object.fromEntries(fields), null, 2).replace(
    /^( *)"([A-Za-z]\w*)":/gm,
    '$1$2:',
  );
  const file = `import { defineEvent } from '../contract/event/event.ts';\n\nexport default defineEvent(${text});\n`;
  return new Download('event.ts', file);
}
