/**
 * The tests that cause each fault, F1 to F17. F8 (200 applications with 1 MB PDFs in a minute) and F15 (memory) are
 * measurements: `npm run bench -- deadline growth`.
 */
export const faultTests = [
  // F1 to F7, F13.
  'e2e/faults.long.test.ts',
  // F9: ten stations on a lossy network.
  'e2e/lossy-check-in.long.test.ts',
  // F10, and the order of records whatever the clock says (F13).
  'server/judging/scores.races.test.ts',
  // F11.
  'e2e/operations.long.test.ts',
  'server/platform/http/drain.test.ts',
  // F12.
  'server/platform/db/migrate.test.ts',
  // F13.
  'server/event/program.test.ts',
  'server/platform/http/rate-limit.test.ts',
  // F14.
  'server/operations/backup/backup.test.ts',
  // F16.
  'server/people/auth/oidc.test.ts',
  'server/apply/search/models',
  // F17.
  'e2e/apply-sending.test.ts',
  'e2e/check-in-by-hand.test.ts',
  'e2e/judging.test.ts',
];
