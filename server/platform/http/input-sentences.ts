import type { z } from 'zod';

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Returns what is wrong with one input, in words for people; undefined keeps the schema's own message. */
export function formatInputProblem(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is missing';
    if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const small = issue.code === 'too_small';
  const bound = Number(small ? issue.minimum : issue.maximum);
  if (issue.origin === 'number' || issue.origin === 'int')
    return `must be ${small ? 'at least' : 'at most'} ${bound}`;
  if (small && bound === 1) return 'is missing';
  const unit = issue.origin === 'string' ? 'characters' : 'entries';
  return `must have ${small ? 'at least' : 'at most'} ${bound} ${unit}`;
}
