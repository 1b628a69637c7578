import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('what an idle program does not use is not loaded with it', () => {
  const app = path.join(import.meta.dirname, '../../app.ts');
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { buildApp } = await import(${JSON.stringify(app)});
    console.log([...process.moduleLoadList, ...loaded].join('\\n'));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toContain('server/app.ts');
  // Node's fetch; Fastify's compilers are loaded later, when the program is built.
  expect(stdout).not.toContain('internal/deps/undici');
  for (const name of ['@aws-sdk', 'nodemailer', 'pdfkit', 'sharp'])
    expect(stdout).not.toContain(`node_modules/${name}`);
});
