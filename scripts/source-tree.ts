import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Every source file, by its path from the root, with its text. */
export const sources: ReadonlyMap<string, string> = new Map(
  globSync('{contract,packages,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

export const modules = [...sources.keys()].filter((file) => /\.(ts|tsx|mjs)$/.test(file));

/** Whether a file is a test, or only tests use it. */
export const isTest = (file: string) => /\.test\.tsx?$|^server\/testing\/|^e2e\/|^bench\//.test(file);

/** Returns a test of paths: whether a file lies in one of these folders. */
export const isIn =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));

/** Returns what a file imports from this repository, types too, as paths from the root. */
export function listImports(file: string): string[] {
  const found = (sources.get(file) ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"?]*)['"]/g);
  return [...found].map(([, target = '']) => path.join(path.dirname(file), target));
}

/** Returns each group of files that import each other in a circle (Tarjan's strongly connected components). */
export function findCircles(files: readonly string[]): string[][] {
  const known = new Set(files);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    lowest.set(file, index.get(file)!);
    stack.push(file);
    for (const target of listImports(file).filter((to) => known.has(to))) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return circles;
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
