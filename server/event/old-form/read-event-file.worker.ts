import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import released from './released-files.json' with { type: 'json' };

// Imports the file `event.ts` of a folder of 0.1.0, in a thread of its own. What it imported from the program, and files of the
// released default event that are not in the folder any more, come from here.

const folder = pathToFileURL(`${workerData}/`).href;
const virtual = 'old-form:';
const present = new Set(readdirSync(workerData));
const files: Record<string, Record<string, unknown>> = released;

/** Returns the name of what replaces an import, if anything does. */
function findReplacement(specifier: string, parent: string | undefined): string | undefined {
  if (!parent?.startsWith(folder) || !specifier.startsWith('.')) return undefined;
  const { href } = new URL(specifier, parent);
  if (href.endsWith('/contract/event/event.ts')) return 'contract';
  const name = path.basename(fileURLToPath(href));
  return href === folder + name && name in files && !present.has(name) ? name : undefined;
}

registerHooks({
  resolve: (specifier, context, next) => {
    const name = findReplacement(specifier, context.parentURL);
    return name ? { url: virtual + name, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) => {
    if (url === `${virtual}contract`)
      return {
        format: 'module',
        source: 'export const defineEvent = (event) => event;',
        shortCircuit: true,
      };
    if (url.startsWith(virtual)) {
      const values = Object.entries(files[url.slice(virtual.length)] ?? {});
      const source = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { format: 'module', source: source.join('\n'), shortCircuit: true };
    }
    // Without a package.json beside it, such as in the data folder, Node.js would have to guess.
    return next(url, url.endsWith('.ts') ? { ...context, format: 'module-typescript' } : context);
  },
});

const { default: event } = await import(new URL('event.ts', folder).href);
parentPort?.postMessage(event);
