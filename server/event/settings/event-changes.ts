import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../contract/event/event.ts';
import {
  type SettingsSection,
  type SettingsValues,
  settingsSections,
} from '../../../contract/event/settings.ts';
import { formatDateRange } from '../../../contract/platform/format.ts';
import type { Services } from '../../platform/services.ts';
import { type EventMistake, parseEvent } from '../load.ts';
import { type EventChange, selectCurrentChanges } from './settings.queries.ts';

/** Returns the values of an event's section, without what is not set. */
export function getSectionValues(event: Event, section: SettingsSection): SettingsValues {
  const values: SettingsValues = {};
  for (const field of settingsSections[section]) if (event[field] !== undefined) values[field] = event[field];
  const { start, end, label } = event.dates;
  // A label that follows from the dates changes with them.
  if (values.dates && label === formatDateRange(start, end, event.locale)) values.dates = { start, end };
  return JSON.parse(JSON.stringify(values));
}

/** Returns the fields in which a section differs from `event/`; null for one that is left out. */
export function findChanges(
  fileEvent: Event,
  section: SettingsSection,
  values: SettingsValues,
): SettingsValues {
  const file = getSectionValues(fileEvent, section);
  const differing = settingsSections[section].filter(
    (field) => !isDeepStrictEqual(file[field] ?? null, values[field] ?? null),
  );
  return Object.fromEntries(differing.map((field) => [field, values[field] ?? null]));
}

/** Returns an event file with changes in it, to be parsed. */
function applyChanges(fileEvent: Event, changes: SettingsValues[]): object {
  const file = Object.keys(settingsSections).map((name) =>
    getSectionValues(fileEvent, name as SettingsSection),
  );
  const merged: SettingsValues = Object.assign({ ...fileEvent }, ...file, ...changes);
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Returns the event with changes, or its mistakes. */
export const parseChanged = (fileEvent: Event, changes: SettingsValues[]) =>
  parseEvent(applyChanges(fileEvent, changes));

/**
 * Returns the event with the changes that fit `event/`, and the mistakes of those that do not: a file may have been changed
 * after them, such as one that no longer has the track that a question is about.
 */
export function mergeEvent(fileEvent: Event, changes: EventChange[]) {
  const mistakes = new Map<SettingsSection, EventMistake[]>();
  const together = parseChanged(
    fileEvent,
    changes.map((change) => change.changes),
  );
  if ('event' in together) return { event: together.event, mistakes };
  let event = fileEvent;
  const fitting: SettingsValues[] = [];
  for (const change of changes) {
    const parsed = parseChanged(fileEvent, [...fitting, change.changes]);
    if ('mistakes' in parsed) mistakes.set(change.section, parsed.mistakes);
    else {
      event = parsed.event;
      fitting.push(change.changes);
    }
  }
  return { event, mistakes };
}

/** Reads what was changed in the browser and replaces `services.event` if it differs. Returns whether it does. */
export async function loadEventChanges(services: Services): Promise<boolean> {
  const changes = await selectCurrentChanges(services.db);
  if (changes.length === 0) return false;
  const { event, mistakes } = mergeEvent(services.fileEvent, changes);
  for (const [section, [first]] of mistakes)
    services.log.warn(
      { section, mistake: first?.sentence },
      'Settings of the browser do not fit event/ any more',
    );
  if (isDeepStrictEqual(event, services.event)) return false;
  services.event = event;
  return true;
}

/**
 * Keeps `services.event` up to date on this copy of the program: `saveSettings` notifies the topic `event`, each copy reads the
 * settings again and calls `onReplaced`, with which `app.ts` renders the public pages anew.
 */
export function followEventChanges(services: Services, onReplaced: () => void): void {
  let last: Promise<void> = Promise.resolve();
  const update = async () => {
    try {
      if (await loadEventChanges(services)) onReplaced();
    } catch (error) {
      services.log.error({ err: error }, 'The settings could not be read');
      setTimeout(follow, 1000).unref();
    }
  };
  // One after the other: the last one has seen every change.
  const follow = () => {
    last = last.then(update);
    return last;
  };
  services.live.watch('event', follow);
}
