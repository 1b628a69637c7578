import type { z } from 'zod';
import type { ProblemCode } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isStorable } from '../../contract/text-rules.ts';
import { fail } from './problem.ts';

/** Refuses strings that cannot be stored unchanged and values nested deeper than allowed. Throws invalid_input. */
export function requireStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value))
      fail('invalid_input', { fields: { body: 'has a character that cannot be stored' } });
  } else if (value !== null && typeof value === 'object') {
    if (depth >= limits.json.maxDepth) fail('invalid_input', { fields: { body: 'is nested too deeply' } });
    for (const [key, inner] of Object.entries(value)) {
      requireStorable(key, depth + 1);
      requireStorable(inner, depth + 1);
    }
  }
}

/** Parses with a schema; throws `code` (invalid_input) with one sentence for each wrong field. */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: ProblemCode = 'invalid_input',
): z.output<T> {
  requireStorable(value);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'is not known here';
    else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  fail(code, { fields });
}
