import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, headlessShell } from '../e2e/browser.ts';

/**
 * Returns the path of Chromium; the headless shell is preferred. As root on Debian, installs what is missing with apt, which
 * may take three minutes. Throws an error that says what to install.
 */
export function ensureBrowser(): string {
  const isMissing = !process.env.CHROMIUM_PATH && !existsSync(headlessShell);
  if (isMissing && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(
      'Installing Chromium for the browser tests: apt-get install chromium chromium-headless-shell',
    );
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-q'],
      ['install', '-q', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
    ])
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env, timeout: 90_000 });
  }
  return findChromium();
}
