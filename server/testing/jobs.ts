import { z } from 'zod';
import type { DefinedJob } from '../platform/jobs/define-job.ts';

/** Returns a job of a test, with any payload. */
export const jobNamed = (name: string): DefinedJob<Record<string, unknown>> => ({
  name,
  payload: z.record(z.string(), z.unknown()),
  attempts: 25,
});
