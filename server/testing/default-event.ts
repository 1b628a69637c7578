import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Event, EventDocument } from '../../contract/event/event.ts';
import { checkEvent } from '../event/event-document.ts';

/** Protects what the files of a worker share from each other. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

function readDocument(name: string): EventDocument {
  const file = path.join(import.meta.dirname, '../../default-event', name);
  return freeze(JSON.parse(readFileSync(file, 'utf8')));
}

/** The default event as it stands in `default-event/`, and as the program has it. */
export const defaultDocument = readDocument('event.json');
export const defaultEvent: Event = freeze(checkEvent(defaultDocument));

/** An event that shares nothing with the default one, not even a short name. */
export const harbourDocument = { shortName: undefined, ...readDocument('examples/harbour/event.json') };
