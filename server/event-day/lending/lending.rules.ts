import type { ProblemCode } from '../../../contract/errors.ts';

interface Holders {
  /** The person who has the thing, and the person who reserved it. */
  loan: { userId: string | null } | undefined;
  reservation: { userId: string } | undefined;
}

export function loanRefusal({ loan, reservation }: Holders, userId: string): ProblemCode | undefined {
  if (loan) return 'thing_lent';
  return reservation && reservation.userId !== userId ? 'thing_reserved' : undefined;
}
