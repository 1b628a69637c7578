import { audit } from './audit.ts';
import { readCommandLine } from './command-line.ts';
import { findInstalled, isStarted, run, runAside } from './run.ts';

/** Checks types and lint at the same time. Returns how many of the two passed and failed. */
export async function check(): Promise<{ passed: number; failed: number }> {
  const codes = await Promise.all([
    runAside(findInstalled('tsc'), ['--noEmit']),
    runAside(findInstalled('biome'), ['check', '--error-on-warnings']),
  ]);
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed };
}

if (isStarted(import.meta.filename)) {
  readCommandLine({ check: 'Checks types, lint, the architecture and known vulnerabilities.' });
  const { failed } = await check();
  const rules = ['run', '--project', 'scripts', 'architecture'];
  const code = failed > 0 ? 1 : run(findInstalled('vitest'), rules);
  process.exitCode = code === 0 && audit() ? 0 : 1;
}
