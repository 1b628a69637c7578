import { isDeepStrictEqual } from 'node:util';
import type { EventDocument } from '../../../contract/event/event.ts';
import {
  type SettingsSection,
  type SettingsValues,
  sectionNames,
  settingsSections,
} from '../../../contract/event/settings.ts';

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

/** Lists the sections that hold these fields. */
export function listSections(fields: string[]): SettingsSection[] {
  return sectionNames.filter((name) => settingsSections[name].some((field) => fields.includes(field)));
}
