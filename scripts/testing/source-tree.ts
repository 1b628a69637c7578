import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Every source file, by its path from the root, with its text. */
export const sources: ReadonlyMap<string, string> = new Map(
  globSync('{contract,packages,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

export const modules = [...sources.keys()].filter((file) => /\.(ts|tsx|mjs)$/.test(file));

/** Whether a file is a test or used by tests only. */
export const isTest = (file: string) =>
  /\.test\.tsx?$|^(server|scripts)\/testing\/|^e2e\/|^bench\//.test(file);

/** Returns a function that says whether a path is in one of these folders. */
export const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));

/** Returns the paths, from the root, of what a file imports from this repository, types included. */
export function listImports(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"?]*)['"]/g);
  return [...found].map(([, target = '']) => path.join(path.dirname(file), target));
}

/** Returns the files that export each name, of functions, classes, constants and types. */
export function listExports(files: readonly string[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const declaration =
    /^export\s+(?:async\s+)?(?:function\*?|const|let|class|abstract class|interface|type)\s+(\w+)/gm;
  for (const file of files)
    for (const [, name = ''] of (sources.get(file) ?? '').matchAll(declaration))
      names.set(name, [...(names.get(name) ?? []), file]);
  return names;
}
