import type { z } from 'zod';

/**
 * An answer as JSON whose pieces its schema has parsed already. For long answers of which little changes from one to the
 * next: what has not changed is neither parsed nor written out again.
 */
export class SerializedAnswer {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** A value as JSON, parsed by the schema that it leaves by. */
export function serializeAnswer<S extends z.ZodType>(schema: S, value: z.input<S>): string {
  return JSON.stringify(schema.parse(value));
}
