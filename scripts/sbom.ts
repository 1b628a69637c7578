import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { listPagePackages, listServerPackages } from './licenses.ts';
import { npmCommand } from './npm.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * Writes a bill of materials in the CycloneDX format: a production install as npm lists it, and the packages in the pages,
 * which npm counts as development packages. Without npm, prints a note and writes nothing.
 */
export async function writeBillOfMaterials(file: string): Promise<void> {
  const [command, ...args] = npmCommand(
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--omit=dev',
  );
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: root,
      maxBuffer: 1e7,
      timeout: 60_000,
    });
    const list = JSON.parse(stdout);
    // A package.json may name no license.
    const licenses = new Map(
      listServerPackages().map(({ name, version, license }) => [`${name}@${version}`, license]),
    );
    for (const one of list.components)
      one.licenses ??= [{ expression: licenses.get(`${one.name}@${one.version}`) ?? 'unknown' }];
    const known = new Set(
      list.components.map((one: { name: string; version: string }) => `${one.name}@${one.version}`),
    );
    for (const { name, version, license } of listPagePackages())
      if (!known.has(`${name}@${version}`))
        list.components.push({
          type: 'library',
          name,
          version,
          scope: 'required',
          purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
          licenses: [{ expression: license }],
        });
    await writeFile(file, JSON.stringify(list));
  } catch (error) {
    process.stderr.write(
      `dist/sbom.json was not written, because npm could not list the packages (${(error as Error).message}).\n`,
    );
  }
}
