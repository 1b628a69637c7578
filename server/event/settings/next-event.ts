import { type EventDocument, eventSchema } from '../../../contract/event/event.ts';
import { settingsSections } from '../../../contract/event/settings.ts';
import { checkEvent, EventError, toDocument } from '../event-document.ts';
import { readEventFolder } from '../event-folder.ts';

/** The parts of an event that the next one can begin with. */
export const eventParts = ['settings', 'sponsors', 'questions'] as const;
export type EventPart = (typeof eventParts)[number];

const form: readonly string[] = settingsSections.form;
const partOf = (field: string): EventPart =>
  field === 'sponsors' ? 'sponsors' : form.includes(field) ? 'questions' : 'settings';

/**
 * Returns the document of the event after this one: parts of this one, and the rest of the event in a folder. Throws EventError
 * when they do not fit together.
 */
export async function createNextEvent(document: EventDocument, parts: readonly EventPart[], folder: string) {
  const seed = await readEventFolder(folder);
  const [from, rest]: Record<string, unknown>[] = [document, toDocument(seed.event)];
  const fields = Object.keys(eventSchema.in.shape);
  const next = Object.fromEntries(
    fields.map((field) => [field, (parts.includes(partOf(field)) ? from : rest)![field]]),
  );
  const text = JSON.stringify(next);
  if ([...seed.files.keys()].some((address) => text.includes(address)))
    throw new EventError(
      `The event in ${folder} names files. Import it after the start instead: event import ${folder}`,
    );
  try {
    return toDocument(checkEvent(next));
  } catch (error) {
    throw new EventError(
      `What the next event takes along does not fit what it begins with:\n${(error as Error).message}`,
    );
  }
}
