/**
 * The tests that cause faults. Two more, 200 applications with 1 MB PDFs in a minute and growing memory, are measurements:
 * `npm run bench -- deadline growth`.
 */
export const faultTests = [
  // Disks, databases and networks that fail.
  'e2e/faults.long.test.ts',
  // Ten stations on a lossy network.
  'e2e/lossy-check-in.long.test.ts',
  // Scores sent at the same time, and their order whatever the clock says.
  'server/judging/scores.races.test.ts',
  // The program is stopped or killed.
  'e2e/operations.long.test.ts',
  'server/platform/http/drain.test.ts',
  // A migration fails.
  'server/platform/db/migrate.test.ts',
  // The clock is wrong.
  'server/event/program.test.ts',
  'server/platform/http/rate-limit.test.ts',
  // A backup is damaged.
  'server/operations/backup/backup.test.ts',
  // Other services do not answer.
  'server/people/auth/oidc.test.ts',
  'server/apply/search/models',
  // A phone loses its network or is reloaded.
  'e2e/apply-sending.test.ts',
  'e2e/check-in-by-hand.long.test.ts',
  'e2e/judging.test.ts',
];
