import type { EventDocument } from '../../../contract/event/event.ts';
import { type SettingsSection, sectionNames } from '../../../contract/event/settings.ts';
import { EventError, type EventMistake, parseEvent, toDocument } from '../event-document.ts';
import type { OldChange } from './old-event.queries.ts';
import type { OldFiles } from './old-folder.ts';

/** A version of the event before its files have addresses. */
export interface OldVersion {
  document: EventDocument;
  sections: SettingsSection[];
  origin: 'seed' | 'import' | 'save';
  at: Date;
  by: string | null;
}

type Values = Record<string, unknown>;

function withChanges(base: EventDocument, changes: OldChange[]): Values {
  const merged: Values = Object.assign({ ...base }, ...changes.map((change) => change.changes));
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/**
 * Returns the files' event with the last changes of each section. As in 0.1.0, changes that do not fit the files are left out;
 * `onMistake` is told.
 */
function merge(
  base: EventDocument,
  changes: OldChange[],
  onMistake: (section: SettingsSection, mistake: EventMistake) => void,
): EventDocument {
  const together = parseEvent(withChanges(base, changes));
  if ('event' in together) return toDocument(together.event);
  let document = base;
  const fitting: OldChange[] = [];
  for (const change of changes) {
    const parsed = parseEvent(withChanges(base, [...fitting, change]));
    if ('mistakes' in parsed) onMistake(change.section, parsed.mistakes[0]!);
    else {
      document = toDocument(parsed.event);
      fitting.push(change);
    }
  }
  return document;
}

/** Returns the versions of an event of 0.1.0, oldest first: its files, and then a version for each save in the browser. */
export function listOldVersions(
  files: Pick<OldFiles, 'event' | 'isDefault'>,
  changes: OldChange[],
  now: Date,
  onMistake: (section: SettingsSection, mistake: EventMistake) => void,
): OldVersion[] {
  const parsed = parseEvent(files.event);
  if ('mistakes' in parsed)
    throw new EventError(
      `The event of the version before has what this version refuses:\n${parsed.mistakes.map(({ sentence }) => sentence).join('\n')}\nNothing was changed. Correct it with the version before, and start again.`,
    );
  const base = toDocument(parsed.event);
  const origin = files.isDefault ? 'seed' : 'import';
  const first: OldVersion = {
    document: base,
    sections: sectionNames,
    origin,
    at: changes[0]?.at ?? now,
    by: null,
  };
  const current = new Map<SettingsSection, OldChange>();
  const later = changes.map((change, index): OldVersion => {
    current.set(change.section, change);
    const inOrder = [...current.values()].sort((a, b) => (a.section < b.section ? -1 : 1));
    const isLast = index === changes.length - 1;
    const document = merge(base, inOrder, isLast ? onMistake : () => undefined);
    return { document, sections: [change.section], origin: 'save', at: change.at, by: change.by };
  });
  return [first, ...later];
}
