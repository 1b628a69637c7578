import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../e2e/browser.ts';

/** Returns the path of Chromium, installed with apt when missing and possible. Throws a sentence that says what to install. */
export function ensureBrowser(): string {
  try {
    return findChromium();
  } catch (missing) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw missing;
    console.error('The browser tests need Chromium. Installing it: apt-get install chromium');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-q'],
      ['install', '-q', '-y', '--no-install-recommends', 'chromium'],
    ])
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    return findChromium();
  }
}
