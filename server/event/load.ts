import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { type Event, eventSchema } from '../../contract/event.ts';

/** The event file, unless another one is named. */
const eventFile = path.join(import.meta.dirname, '..', '..', 'event', 'event.ts');

/** The event file has mistakes; the message has one line for each. */
export class EventConfigError extends Error {}

const weekday = (date: unknown) =>
  typeof date === 'string' && !Number.isNaN(Date.parse(date))
    ? new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`))
    : undefined;

/** Describes where a mistake is: `schedule, Saturday, item 3: time is missing`. */
function describe(issue: z.core.$ZodIssue, raw: unknown): string {
  const words: string[] = [];
  let value: unknown = raw;
  let field = '';
  for (const [depth, key] of issue.path.entries()) {
    const parent = String(issue.path[depth - 1] ?? '');
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key as PropertyKey];
    if (typeof key === 'number') {
      const day =
        parent === 'schedule' ? weekday((value as { date?: unknown } | undefined)?.date) : undefined;
      words.push(day ?? `${parent === 'items' ? 'item' : 'entry'} ${key + 1}`);
    } else if (depth === issue.path.length - 1 && depth > 0) field = String(key);
    else if (String(key) !== 'items') words.push(String(key));
  }
  const missing = value === undefined && issue.code === 'invalid_type';
  const what = missing
    ? 'is missing'
    : issue.code === 'unrecognized_keys'
      ? `has unknown keys: ${issue.keys.join(', ')}`
      : issue.message;
  return `${words.join(', ')}: ${field ? `${field} ` : ''}${what}`;
}

/** Returns the mistakes of what was meant, where something may also be `false`. */
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant = []] = issue.errors;
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Validates what an event file exports. Throws EventConfigError, naming the place of each mistake. */
export function checkEvent(raw: unknown): Event {
  const result = eventSchema.safeParse(raw);
  if (result.success) return result.data;
  throw new EventConfigError(
    result.error.issues
      .flatMap(unfold)
      .map((issue) => describe(issue, raw))
      .join('\n'),
  );
}

/** Reads and checks the event file. Throws EventConfigError. */
export async function loadEvent(file: string = eventFile): Promise<Event> {
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  return checkEvent(module.default);
}
