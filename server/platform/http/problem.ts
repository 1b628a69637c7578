import { type ProblemCode, problems } from '../../../contract/errors.ts';
import { fill } from '../../../contract/texts.ts';

/** A refusal with a code of the contract. The error handler turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;
  readonly current: unknown;
  readonly person: string | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(fill(problems[code].message, details.values ?? {}), { cause: details.cause });
    this.code = code;
    this.status = problems[code].status;
    this.fields = details.field === undefined ? details.fields : { [details.field]: this.message };
    this.retryAfter = details.retryAfter;
    this.current = details.current;
    this.person = details.person;
  }
}

interface ProblemDetails {
  /** Values for the message's placeholders. */
  values?: Record<string, string | number>;
  /** What is wrong with each field, by field name. */
  fields?: Record<string, string>;
  /** The one field that the message is about. */
  field?: string;
  /** Whole seconds until the caller may try again. */
  retryAfter?: number;
  /** The stored state, where the caller's change was based on an older one. */
  current?: unknown;
  /** The name of the person whose check-in was refused. */
  person?: string | undefined;
  cause?: unknown;
}

export function fail(code: ProblemCode, details?: ProblemDetails): never {
  throw new Problem(code, details);
}

/** Throws the refusal that a rule or policy returned; does nothing without one. */
export function failIf(
  refusal: ProblemCode | (ProblemDetails & { code: ProblemCode }) | null | undefined,
): void {
  if (typeof refusal === 'string') fail(refusal);
  if (refusal) fail(refusal.code, refusal);
}
