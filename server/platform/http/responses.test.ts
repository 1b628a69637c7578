import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../testing/calls.ts';
import { createSerializer } from './responses.ts';

/** A value of a JSON Schema in which every object has an extra property. */
function createSample(schema: z.core.JSONSchema.JSONSchema): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return createSample(choice as z.core.JSONSchema.JSONSchema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [createSample(schema.items as z.core.JSONSchema.JSONSchema)];
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      createSample(property as z.core.JSONSchema.JSONSchema),
    ]);
    return { ...Object.fromEntries(named), ...(schema.properties && { secret: 'secret' }) };
  }
  return { string: 'text "quoted" \u2028', integer: 7, number: 1.5, boolean: true, null: null }[
    [schema.type].flat()[0] as 'string'
  ];
}

// Their values are fields of the event with its own schema; they write their JSON themselves.
const settings = ['getSettings', 'saveSettings', 'listEarlierSettings', 'getEventVersion'];

test.each(
  Object.entries(calls).filter(
    ([name, { response }]) => typeof response !== 'string' && !settings.includes(name),
  ),
)('the answer of %s holds what its schema names and nothing else', (_name, { response }) => {
  const schema = response as z.ZodType;
  const sample = createSample(z.toJSONSchema(schema, { io: 'output' }));
  const json = createSerializer(schema)(sample);
  expect(json).not.toContain('secret');
  const named = JSON.stringify(sample, (name, value) => (name === 'secret' ? undefined : value));
  expect(JSON.parse(json)).toEqual(JSON.parse(named));
});

test.each([z.object({ anything: z.unknown() }), z.union([z.string(), z.number()]), z.object({ a: z.any() })])(
  'a schema that does not name everything is refused',
  (schema) => expect(() => createSerializer(schema)({} as never)).toThrow(/must/),
);
