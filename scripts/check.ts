import { audit } from './audit.ts';
import { readCommandLine } from './command-line.ts';
import { findInstalled, isStarted, run } from './run.ts';

/** Types and lint. Returns how many of the two passed and failed. */
export function check(): { passed: number; failed: number } {
  const codes = [
    run(findInstalled('tsc'), ['--noEmit']),
    run(findInstalled('biome'), ['check', '--error-on-warnings']),
  ];
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed };
}

if (isStarted(import.meta.filename)) {
  readCommandLine({ check: 'Checks types, lint, the architecture and known vulnerabilities.' });
  const { failed } = check();
  const rules = ['run', '--project', 'scripts', 'architecture'];
  const code = failed > 0 ? 1 : run(findInstalled('vitest'), rules);
  process.exitCode = code === 0 && audit() ? 0 : 1;
}
