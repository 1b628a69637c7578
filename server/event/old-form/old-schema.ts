import { createHash } from 'node:crypto';
import { formatDateRange } from '../../../contract/platform/format.ts';
import shape from './old-shape.json' with { type: 'json' };

/**
 * What a value of 0.1.0 becomes: trimmed (`text`), false if it is left out (`flag`), itself (`value`), a list of such values, an
 * object with these fields in this order, or one with `$each` for any field; `$default` stands for what is left out.
 */
type Shape = 'text' | 'flag' | 'value' | [Shape] | { [field: string]: Shape };
type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value in its shape. One of another kind stays as it is: then the fingerprint is another, too. */
function shapeValue(value: unknown, to: Shape): unknown {
  if (to === 'value') return value;
  if (to === 'flag') return value ?? false;
  if (to === 'text') return typeof value === 'string' ? value.trim() : value;
  if (Array.isArray(to)) return Array.isArray(value) ? value.map((entry) => shapeValue(entry, to[0])) : value;
  if (to.$of) return shapeValue(value ?? to.$default, to.$of);
  if (!isObject(value)) return value;
  const { $each } = to;
  const fields = $each ? Object.keys(value).map((name) => [name, $each] as const) : Object.entries(to);
  return Object.fromEntries(fields.map(([name, of]) => [name, shapeValue(value[name], of)]));
}

const listSchools = (names: unknown) =>
  Array.isArray(names) ? [...new Set(names.map((name) => String(name).trim()).filter(Boolean))] : names;

function withRubric(track: unknown): unknown {
  if (!isObject(track)) return track;
  return { ...track, rubric: track.rubric ?? (track.slug === 'startup' ? 'startup' : 'hacker') };
}

/** Returns an event as 0.1.0 had it in memory, and its fingerprint; undefined for what is no event of 0.1.0. */
export function parseOldEvent(raw: unknown): { event: object; fingerprint: string } | undefined {
  const event = shapeValue(raw, shape as unknown as Shape);
  if (!isObject(event) || !isObject(event.dates) || !Array.isArray(event.tracks)) return undefined;
  const { start, end, label } = event.dates;
  if (typeof start !== 'string' || typeof end !== 'string') return undefined;
  event.dates = { start, end, label: label ?? formatDateRange(start, end, String(event.locale)) };
  event.schools = listSchools(event.schools);
  event.tracks = event.tracks.map(withRubric);
  const json = JSON.stringify(event);
  const fingerprint = createHash('sha256').update(json).digest('hex').slice(0, 16);
  return { event: JSON.parse(json), fingerprint };
}
