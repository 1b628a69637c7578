import { z } from 'zod';

export interface DefinedJob<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** How often it is tried at most. */
  attempts: number;
}

/** Defines a job. `operations/background-jobs.ts` says what runs it. Jobs from an older version may still be in the queue. */
export function defineJob<Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  { attempts = 25 } = {},
): DefinedJob<z.output<z.ZodObject<Shape>>> {
  return { name, payload: z.object(shape), attempts };
}

export type PayloadOf<Job> = Job extends DefinedJob<infer Payload> ? Payload : never;
