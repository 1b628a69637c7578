import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { lucideIcons } from './web/vite/lucide-icons.ts';

const postgres = 'server/testing/postgres.ts';
// The tests in a browser wait now and then, and run beside the others: three more than the processors keep those busy.
const processors = availableParallelism();
const maxWorkers = Math.min(processors, 4);
const long = '**/*.long.test.ts';
// Two rounds of each race are a part of every run, ten of the long one.
const races = 'server/**/*.races.test.ts';
// The upgrade from 0.1.0 in every run, its refusals and repeats in the long one.
const oldForm = 'server/event/old-form/old-form.test.ts';
// In every run the main path of each flow, in the long one its details too (`detail` of e2e/site.ts) and all screens.
const inBrowser = 'e2e/**/*.test.ts';

const browser = {
  globalSetup: postgres,
  // Failed files of all projects are repeated in one run, which asks for groups where the numbers of workers differ.
  sequence: { groupOrder: 1 },
  maxWorkers: Math.min(processors + 3, 6),
  maxConcurrency: 3,
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

export default defineConfig({
  test: {
    // Limits for what hangs, not for what is slow: the machine may be busy with other work.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,packages,server}/**/*.test.ts'],
          exclude: [long],
          globalSetup: postgres,
          setupFiles: 'server/testing/lock-order.ts',
          maxWorkers,
          // Files of one worker share what they import, which is half of the time.
          isolate: false,
          // Of the tests of a file that run side by side.
          maxConcurrency: 3,
        },
      },
      // What the repository says about itself; no database.
      {
        extends: true,
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], exclude: [long], maxWorkers },
      },
      {
        extends: true,
        plugins: [lucideIcons()],
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'browser',
          include: [inBrowser],
          exclude: [long],
          // They share Chromium too.
          isolate: false,
        },
      },
      // What kills, floods and repeats for minutes, and what needs a process of its own.
      {
        extends: true,
        test: {
          ...browser,
          name: 'long',
          include: [long, races, inBrowser, oldForm],
          env: { RACE_ROUNDS: '10', DETAILS: '1' },
          setupFiles: 'server/testing/lock-order.ts',
        },
      },
    ],
  },
});
