import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const postgres = 'server/testing/postgres.ts';
// Most tests wait now and then: one more than the processors keeps those busy, two where a browser is waited for too.
const maxWorkers = Math.min(availableParallelism() + 1, 4);
const maxBrowsers = Math.min(availableParallelism() + 2, 4);

// The longest files. Begun last, one of them would run alone at the end.
const longest =
  /e2e\/(canary|faults|every-phase|rolling-restart|every-page|check-in|deploy|announcements-kill)\./;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => longest.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !longest.test(moduleId)),
    ];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Limits for what hangs, not for what is slow: the machine may be busy with other work.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,event,packages,server}/**/*.test.ts'],
          globalSetup: postgres,
          setupFiles: 'server/testing/lock-order.ts',
          maxWorkers,
          // Of the tests of a file that run side by side.
          maxConcurrency: 3,
        },
      },
      // What the repository says about itself; no database.
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'], maxWorkers } },
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
          // After the others, when one call runs several projects.
          sequence: { groupOrder: 1 },
          maxWorkers: maxBrowsers,
          maxConcurrency: 3,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
