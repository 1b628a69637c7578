import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { isStarted, run } from './run.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'dist/stripped');

/** Returns the sources that have no stripped copy, by the path of the copy, which is named by the hash of its source. */
function listUnstripped(): Map<string, string> {
  const unstripped = new Map<string, string>();
  const exclude = ['**/*.test.ts', '**/*.d.ts', 'server/testing/**'];
  for (const name of globSync('{contract,event,scripts,server}/**/*.ts', { cwd: root, exclude })) {
    const source = readFileSync(path.join(root, name), 'utf8');
    const copy = path.join(folder, `${createHash('sha256').update(source).digest('hex')}.js`);
    if (!existsSync(copy)) unstripped.set(copy, source);
  }
  return unstripped;
}

/** Writes the copy of a source without its types. Never half a file, whoever else reads or writes it. */
function writeStripped(copy: string, source: string): void {
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    // Lines and columns stay, so that stack traces name the sources.
    writeFileSync(unfinished, stripTypeScriptTypes(source));
    renameSync(unfinished, copy);
  } catch {
    // A folder that cannot be written, or a mistake in the source, which Node reports when it loads it.
  }
}

/**
 * Strips the sources that have changed of their types into dist/stripped, for `stripped-sources.mjs`. A process of its own
 * does it, which takes the compiler with it when it ends.
 */
export function stripSources(): void {
  if (listUnstripped().size > 0) run('scripts/strip-types.ts', [], { NODE_NO_WARNINGS: '1' });
}

if (isStarted(import.meta.filename))
  for (const [copy, source] of listUnstripped()) writeStripped(copy, source);
