import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Endpoint, listCalls } from '../../contract/platform/endpoint.ts';

const folder = path.join(import.meta.dirname, '../../contract');
const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.sort().map((file) => import(pathToFileURL(path.join(folder, file)).href)),
);

/** Every call that the contract declares, by name. */
export const calls: Readonly<Record<string, Endpoint>> = Object.fromEntries(modules.flatMap(listCalls));

export const endpoints: readonly Endpoint[] = Object.values(calls);
