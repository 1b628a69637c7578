import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventFields } from '../../../contract/event/event.ts';
import type { FieldShape } from '../../../contract/event/setting-fields.ts';
import type { Settings } from '../../../contract/event/settings.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let site: TestApp;
let settings: Settings;
beforeAll(async () => {
  site = await createTestApp();
  settings = (await (await signUpAdmin(site)).call('GET', '/settings')).json();
});
afterAll(() => site.close());

/** Paths of the schema that the form does not draw, each with the reason. */
const withoutField: Record<string, string> = { schedule: 'has an editor of its own' };

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
}

/** Lists the paths of a schema, `*` for any name, each with what can be chosen there. */
function listPaths(schema: JsonSchema, path: string): [path: string, options: unknown[]][] {
  const { properties, additionalProperties, items, anyOf } = schema;
  const below = [
    ...Object.entries(properties ?? {}).map(([key, one]) => [`${path}.${key}`, one] as const),
    ...(typeof additionalProperties === 'object' ? [[`${path}.*`, additionalProperties] as const] : []),
    ...[...(items ? [items] : []), ...(anyOf ?? [])].map((one) => [path, one] as const),
  ];
  return [[path, schema.enum ?? []], ...below.flatMap(([each, one]) => listPaths(one, each))];
}

const listFieldPaths = (shape: FieldShape, parent: string): [path: string, shape: FieldShape][] => {
  const path = shape.name ? `${parent}.${shape.name}` : parent;
  const below: FieldShape[] = [
    ...('fields' in shape ? shape.fields : []),
    ...('choices' in shape ? shape.choices.flatMap(({ field }) => field ?? []) : []),
  ];
  if (shape.kind === 'record') below.push({ ...shape.list, name: '*' });
  return [[path, shape], ...below.flatMap((one) => listFieldPaths(one, path))];
};

test('every field of the schema has one field on the page or a reason, and every option has a label', () => {
  const schema = z.toJSONSchema(eventFields, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const inSchema = listPaths(schema, '').filter(([path]) => path && !(path.split('.')[1]! in withoutField));
  const onPage = Object.values(settings.shapes).flatMap(({ fields }) =>
    fields.flatMap((shape) => listFieldPaths(shape, '')),
  );
  expect(inSchema.length).toBeGreaterThan(130);
  expect(new Set(onPage.map(([path]) => path))).toEqual(new Set(inSchema.map(([path]) => path)));
  for (const [path, options] of inSchema.filter(([, listed]) => listed.length > 0)) {
    const shape = onPage.find(([each]) => each === path)![1];
    expect(Object.keys('options' in shape ? shape.options! : {}).sort(), path).toEqual(
      options.map(String).sort(),
    );
  }
  // No label is missing, and no two fields of a group have the same.
  const groups = onPage.map(([, shape]) => ('fields' in shape ? shape.fields : []));
  for (const fields of [...groups, ...Object.values(settings.shapes).map((shape) => shape.fields)]) {
    const labels = fields.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).not.toContain('');
  }
});
