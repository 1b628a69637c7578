import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCommandLine } from './command-line.ts';
import { isStarted } from './run.ts';

/** A package that a site runs on the server or in its pages. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression, or "unknown". */
  license: string;
}

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
}

const root = path.join(import.meta.dirname, '..');
const marker = '<!-- Written by npm run licenses. -->';

/** Licenses that need no decision; a package under any other must not be shipped without one. */
export const allowedLicenses = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
];

/**
 * Packages that may be shipped under another license: libvips is linked dynamically, as LGPL-3.0 requires, and sharp's builds
 * for Windows and WebAssembly contain it (docs/decisions/0014-pictures.md).
 */
const decided: Record<string, RegExp> = {
  'LGPL-3.0-or-later': /^@img\/sharp-(libvips-)?[\w-]+$/,
};

export function isPackageAllowed({ name, license }: Pick<ShippedPackage, 'name' | 'license'>): boolean {
  return license.split(' AND ').every((one) => isAllowed(one) || decided[one]?.test(name));
}

/** Returns whether an SPDX expression can be satisfied with allowed licenses only. */
export function isAllowed(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => allowedLicenses.includes(one)));
}

function readLockfile(): Record<string, Locked> {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
}

const toName = (installPath: string) => installPath.replace(/.*node_modules\//, '');

/** The licenses of packages whose `package.json` names none, by name and version, from their LICENSE files. */
const readFromFile: Record<string, string> = { 'png-js 2.0.0': 'MIT' };

function toPackage(installPath: string, { version, license }: Locked): ShippedPackage {
  const name = toName(installPath);
  return { name, version, license: license ?? readFromFile[`${name} ${version}`] ?? 'unknown' };
}

export function listServerPackages(): ShippedPackage[] {
  return Object.entries(readLockfile())
    .filter(([installPath, { dev, devOptional }]) => installPath !== '' && !dev && !devOptional)
    .map(([installPath, locked]) => toPackage(installPath, locked));
}

/** Lists the packages that the pages import, with their dependencies; the build bundles them into dist. */
export function listPagePackages(): ShippedPackage[] {
  const lockfile = readLockfile();
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const paths = ancestorsOf(from).map((folder) => `${folder}node_modules/${name}`);
    const installPath = paths.find((one) => lockfile[one]);
    if (!installPath || found.has(installPath) || name.startsWith('@types/')) return;
    found.add(installPath);
    for (const needed of Object.keys(lockfile[installPath]?.dependencies ?? {}))
      visit(needed, `${installPath}/`);
  };
  for (const name of listImports()) visit(name, '');
  return [...found].sort().map((installPath) => toPackage(installPath, lockfile[installPath] as Locked));
}

/** Returns the folders in which Node looks for a package's dependencies: `a/node_modules/b/` gives it, `a/` and ``. */
function ancestorsOf(installPath: string): string[] {
  const parts = installPath.split('node_modules/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('node_modules/')).concat('');
}

function listImports(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync('web/**/*.{ts,tsx,css}', { cwd: root })) {
    if (/\.test\.tsx?$|^web\/vite\//.test(file)) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    // Icons are imported as lucide:check, which web/vite/lucide-icons.ts resolves.
    for (const [, name = ''] of text.matchAll(
      /(?:from |import |import\(|url\()['"]((?:@[\w.-]+\/)?\w[\w.-]*)/g,
    ))
      names.add(name === 'lucide' ? '@iconify-json/lucide' : name);
  }
  return names;
}

function formatTable(packages: ShippedPackage[]): string {
  const byLicense = Map.groupBy(packages, ({ license }) => license);
  const rows = [...byLicense].sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = rows.map(([license, list]) => {
    const names = [...new Set(list.map(({ name }) => name))].sort();
    return `| ${license} | ${names.join(', ')} |`;
  });
  return ['| license | packages |', '|---|---|', ...lines].join('\n');
}

/** Returns `docs/licenses.md` with its lists as they are now. */
export function formatLicenses(text: string): string {
  const [introduction = ''] = text.split(marker);
  const lists = [
    marker,
    '## On the server',
    formatTable(listServerPackages()),
    '## In the pages',
    formatTable(listPagePackages()),
  ];
  return `${introduction}${lists.join('\n\n')}\n`;
}

if (isStarted(import.meta.filename)) {
  readCommandLine({ licenses: 'Lists the licenses of everything that a site runs in docs/licenses.md.' });
  const file = path.join(root, 'docs/licenses.md');
  await writeFile(file, formatLicenses(await readFile(file, 'utf8')));
}
