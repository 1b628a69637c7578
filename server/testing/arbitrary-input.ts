import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Texts that have broken programs before; the longest still fit into a body of 64 KiB. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u200b\u200d\u2060',
  '\u202e\u2066',
  'e\u0301'.repeat(2000),
  '@'.repeat(20_000),
  'a@'.repeat(10_000),
  '.-'.repeat(10_000),
  '([{<'.repeat(5000),
  'a'.repeat(30_000),
  `${'a '.repeat(10_000)}!`,
  '%00%ff%',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '=1+1',
  '1e999',
  '-0',
  'ﷺ'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(500),
];

const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 300 }));

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: -1 }, { toString: 1 }),
  fc.constantFrom(0, -0, -1, 0.1, 1e308, -1e308, 1e21, 2 ** 31, 2 ** 53, 2 ** 63),
  fc.array(hostileText, { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 18, max: 40 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
);

/** Returns mostly valid inputs for a schema, so that they pass it and reach the rules; `ids` are ids of the database. */
export function createInputs(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), ids);
}

/** Returns texts for the parameters of a path and the fields of a form. */
export function createTexts(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 3 }, hostileText);
}

function fromJsonSchema(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, ids), weight: 9 }, hostileValue);
}

function fitting(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromJsonSchema(choice as JsonSchema, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, ids);
    case 'array':
      return fc.array(fromJsonSchema((schema.items ?? {}) as JsonSchema, ids), { maxLength: 6 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -1, max: 40 }), fc.maxSafeInteger());
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fittingText(schema, ids);
    default:
      return hostileValue;
  }
}

function fittingObject({ properties, additionalProperties }: JsonSchema, ids: readonly string[]) {
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, property]) => [
        name,
        // Mostly there: an object without most of its properties gets no further than its schema.
        fc.option(fromJsonSchema(property as JsonSchema, ids), { nil: undefined, freq: 15 }),
      ]),
    ),
  );
  const others = fc.dictionary(
    fc.oneof(hostileText, fc.constantFrom(...ids)),
    typeof additionalProperties === 'object' ? fromJsonSchema(additionalProperties, ids) : hostileValue,
    { maxKeys: 3 },
  );
  const freely =
    typeof additionalProperties === 'object'
      ? others
      : fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, others);
  return fc.tuple(named, freely).map(([one, other]) => ({ ...other, ...one }));
}

function fittingText({ format, maxLength = 200 }: JsonSchema, ids: readonly string[]) {
  if (format === 'uuid' || format === 'guid') return fc.constantFrom(...ids);
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const length = Math.min(maxLength, 2000);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(length, 40) }),
    fc.constantFrom('Hacker Track', 'entrance', 'embedded C', 'approved', 'ada', ...ids),
    fc.string({ unit: 'binary', maxLength: length }),
    hostileText,
  );
}
