import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfinedProgram } from './child-pool.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Describes a program that uses the picture library, whose native code Node's permission model does not confine. It
 * receives the path of the library and can read a folder besides the sources.
 */
export function createPictureProgram(name: string, file: string, folder: string): ConfinedProgram {
  const library = fileURLToPath(import.meta.resolve('sharp'));
  const packages = library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length);
  const sources = ['server', 'contract', 'packages'].map((name) => path.join(root, name));
  return {
    name,
    file,
    arguments: [library, folder],
    readable: [...sources, packages, folder].map((each) => path.join(each, '*')),
    execArgv: ['--max-old-space-size=128', '--allow-addons'],
  };
}
