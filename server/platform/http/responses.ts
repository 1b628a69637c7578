import { isDeepStrictEqual } from 'node:util';
import createStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

interface SerializerSchema {
  type: string;
  nullable?: true;
  properties?: Record<string, SerializerSchema>;
  required?: string[];
  additionalProperties?: SerializerSchema;
  items?: SerializerSchema;
}

/** A response that is JSON already, for a service that caches it. */
export class SerializedResponse {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/**
 * Returns a function that writes a value as JSON with the properties that the schema names and no others. It is compiled at
 * its first use, and takes 0.8 of the processor time of parsing with the schema and `JSON.stringify` for the organizers'
 * list, 0.3 for all results of judging. It does not validate: tests do (`validateResponse`).
 */
export function createSerializer<S extends z.ZodType>(schema: S): (value: z.input<S>) => string {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= createStringify(toSerializerSchema(z.toJSONSchema(schema, { io: 'output' })) as Schema);
    return stringify(value);
  };
}

/** Throws when a response breaks its schema, or is written otherwise than its schema would. */
export function validateResponse(schema: z.ZodType, value: unknown, json: string): void {
  const expected = JSON.parse(JSON.stringify(schema.parse(value)));
  if (!isDeepStrictEqual(JSON.parse(json), expected))
    throw new Error('The serializer differs from the schema');
}

/**
 * Returns what the serializer needs of a JSON Schema: types and names. A union is allowed between objects, whose properties
 * are merged, between values of one type, and with null.
 */
function toSerializerSchema(schema: JsonSchema | boolean): SerializerSchema {
  if (typeof schema === 'boolean') throw new Error('A response must name all that it holds');
  const types = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined;
  const choices = schema.anyOf ?? schema.oneOf ?? types;
  if (choices) return choices.map(toSerializerSchema).reduce(mergeSchemas);
  if (schema.type === 'object') return toObjectSchema(schema);
  if (schema.type === 'array')
    return { type: 'array', items: toSerializerSchema(schema.items as JsonSchema) };
  if (typeof schema.type !== 'string' || schema.$ref || schema.allOf)
    throw new Error(`A response must name all that it holds: ${JSON.stringify(schema)}`);
  return { type: schema.type };
}

function toObjectSchema({ properties, required, additionalProperties }: JsonSchema): SerializerSchema {
  const named = Object.entries(properties ?? {}).map(([name, one]) => [name, toSerializerSchema(one)]);
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(required && { required }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: toSerializerSchema(additionalProperties),
    }),
  };
}

function mergeSchemas(one: SerializerSchema, other: SerializerSchema): SerializerSchema {
  if (one.type === 'null') return { ...other, nullable: true };
  if (other.type === 'null') return { ...one, nullable: true };
  const nullable = one.nullable || other.nullable ? { nullable: true as const } : {};
  if (one.type !== 'object' || !one.properties || !other.properties) {
    if (!isDeepStrictEqual({ ...one, ...nullable }, { ...other, ...nullable }))
      throw new Error(`Choices must be of one type: ${JSON.stringify([one, other])}`);
    return { ...one, ...nullable };
  }
  const properties = { ...one.properties };
  for (const [name, property] of Object.entries(other.properties))
    properties[name] = properties[name] ? mergeSchemas(properties[name], property) : property;
  const required = one.required?.filter((name) => other.required?.includes(name)) ?? [];
  return { type: 'object', properties, required, ...nullable };
}
