import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createPdf } from '../../testing/pdf.ts';
import { createPdfReader } from './pdf-reader.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pdf-reader-'));
const reader = createPdfReader(folder, (error) => {
  throw error;
});
afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

/** Returns the process of the reader, a child of this one. */
function findChild(): number {
  const found = readdirSync('/proc').find((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pdf-reader.child') &&
        readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      );
    } catch {
      return false;
    }
  });
  return Number(found);
}

test.runIf(process.platform === 'linux')(
  'a document is not refused because the machine is busy with other work',
  async () => {
    const file = path.join(folder, 'resume.pdf');
    writeFileSync(file, createPdf());
    expect(await reader.inspect(file)).toEqual({ opens: true, needsPassword: false, activeContent: false });
    const child = findChild();
    process.kill(child, 'SIGSTOP');
    const verdict = reader.inspect(file);
    // Longer than its processor time.
    await pause(2500);
    process.kill(child, 'SIGCONT');
    expect(await verdict).toEqual({ opens: true, needsPassword: false, activeContent: false });
  },
);

test('many documents of one person take turns with those of others', async () => {
  const file = path.join(folder, 'many.pdf');
  writeFileSync(file, createPdf());
  const order: string[] = [];
  const inspect = async (key: string) => {
    await reader.inspect(file, key);
    order.push(key);
  };
  await Promise.all([...Array.from({ length: 17 }, () => inspect('many')), inspect('one'), inspect('other')]);
  expect([order.indexOf('one'), order.indexOf('other')]).toEqual([2, 3]);
});
