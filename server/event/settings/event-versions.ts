import { isDeepStrictEqual } from 'node:util';
import type { Event, EventDocument } from '../../../contract/event/event.ts';
import {
  type EventOrigin,
  type SettingsSection,
  type SettingsValues,
  sectionNames,
  settingsSections,
} from '../../../contract/event/settings.ts';
import type { Db } from '../../platform/db/open.ts';
import { failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { checkEvent, toDocument } from '../event-document.ts';
import { lockPlaces } from '../places.locks.ts';
import * as queries from './settings.queries.ts';
import { changeRefusal, listLocks } from './settings.rules.ts';

/** Returns the values of a section in a document, without what is not set. */
export function getSectionValues(document: EventDocument, section: SettingsSection): SettingsValues {
  const values: SettingsValues = document;
  return Object.fromEntries(
    settingsSections[section].flatMap((field) => (values[field] == null ? [] : [[field, values[field]]])),
  );
}

/** Returns a document with other values of a section: a field that they lack, or that is null, is left out. */
export function replaceSection(
  document: EventDocument,
  section: SettingsSection,
  values: SettingsValues,
): SettingsValues {
  const replaced: SettingsValues = { ...document };
  for (const field of settingsSections[section]) {
    delete replaced[field];
    if (values[field] != null) replaced[field] = values[field];
  }
  return replaced;
}

/** Lists the fields in which two documents differ. */
export function listChangedFields(from: SettingsValues, to: SettingsValues): string[] {
  const fields = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...fields].filter((field) => !isDeepStrictEqual(from[field], to[field]));
}

export function listSections(fields: string[]): SettingsSection[] {
  return sectionNames.filter((name) => settingsSections[name].some((field) => fields.includes(field)));
}

/** The current version, as a document and as an event. */
export type NewestVersion = queries.EventVersion & { event: Event };

/** Returns the current version. */
export async function getNewestVersion(db: Db): Promise<NewestVersion> {
  const { version, document } = (await queries.selectNewestVersion(db))!;
  const event = checkEvent(document);
  // In the order of the schema, and with what is new in it.
  return { version, event, document: toDocument(event) };
}

interface AddedVersion {
  newest: NewestVersion;
  next: Event;
  origin: EventOrigin;
  by: string | null;
}

/** Makes an event the newest version, unless it is the same; returns the fields that changed. Throws `settings_locked`. */
export async function addVersion(
  trx: Db,
  { now }: Pick<Services, 'now'>,
  { newest, next, origin, by }: AddedVersion,
): Promise<string[]> {
  const [version, document] = [newest.version + 1, toDocument(next)];
  const fields = listChangedFields(newest.document, document);
  if (fields.length === 0) return [];
  const sections = listSections(fields);
  if (sections.includes('places')) await lockPlaces(trx, { capacity: 1 });
  failIf(await findChangeRefusal(trx, newest.event, next));
  await queries.insertVersion(trx, { version, document, sections, origin, at: now(), by });
  await notifySubscribers(trx, 'event');
  return fields;
}

/** Returns the refusal of an event that drops something already in use. */
export async function findChangeRefusal(db: Db, event: Event, next: Event) {
  return changeRefusal(next, listLocks(event, await queries.selectEventUsage(db)));
}
