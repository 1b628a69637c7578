import { defineConfig } from 'vitest/config';

const postgres = 'server/testing/postgres.ts';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,event,server,scripts}/**/*.test.ts'],
          globalSetup: postgres,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: postgres,
          maxWorkers: 2,
          testTimeout: 90_000,
          // Real browsers on a machine that others use too: a test that fails once is tried once more, and is reported.
          retry: 1,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
