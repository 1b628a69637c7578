import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import product from '../package.json' with { type: 'json' };

const cache = mkdtempSync(path.join(tmpdir(), 'overnight-audit-'));
let registry: Server;
afterEach(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(cache, { recursive: true, force: true });
});

/** Runs the audit of `npm run check` against a registry on this machine. */
async function auditAt(answer: RequestListener): Promise<{ code: number; stderr: string }> {
  registry = createServer(answer);
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  const { port } = registry.address() as AddressInfo;
  const { npm_execpath: _, ...surroundings } = process.env;
  const env = { ...surroundings, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(import.meta.dirname, 'audit.ts')], { env }, (error, _out, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}

/** Answers as a registry that knows one advisory about kysely, or none. */
function advisories(severity?: string): RequestListener {
  const advisory = { id: 1, url: '', title: 'Trial', severity, vulnerable_versions: '*', cwe: [], cvss: {} };
  const { kysely: version } = product.dependencies;
  const versions = { [version]: { name: 'kysely', version, dist: {} } };
  return ({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/kysely')
      response.end(JSON.stringify({ name: 'kysely', 'dist-tags': { latest: version }, versions }));
    else response.end(JSON.stringify(severity ? { kysely: [advisory] } : {}));
  };
}

test('a known vulnerability of severity high fails the check, and is named', async () => {
  const { code, stderr } = await auditAt(advisories('high'));
  expect(stderr).toContain('Known vulnerability (high): kysely.');
  expect(code).toBe(1);
});

test.each([
  ['with nothing to report', advisories(), ''],
  ['with a vulnerability of severity moderate', advisories('moderate'), '(moderate): kysely'],
])('a registry %s lets the check pass', async (_, answer, said) => {
  const { code, stderr } = await auditAt(answer);
  expect([code, stderr.includes(said)]).toEqual([0, true]);
  expect(stderr).not.toContain('not checked');
});

test.each<[string, RequestListener]>([
  ['that refuses', (_request, response) => void response.writeHead(405).end()],
  ['that never answers', () => undefined],
])('a registry %s does not fail the check, and the check says so', async (_, answer) => {
  const { code, stderr } = await auditAt(answer);
  expect([code, stderr]).toEqual([
    0,
    'No registry answered with advisories: known vulnerabilities are not checked.\n',
  ]);
});
