import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { endpoints } from '../../testing/calls.ts';

const deploy = path.join(import.meta.dirname, '../../../deploy');
let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test.each(['prometheus-alerts.yaml', 'grafana-dashboard.json'])(
  'every metric of deploy/%s exists',
  async (file) => {
    // Measured from the first reading on.
    await site.app.inject('/metrics');
    const { body } = await site.app.inject('/metrics');
    const named = readFileSync(path.join(deploy, file), 'utf8').match(
      /\b(http|overnight|process|nodejs)_\w+(?=\{)/g,
    );
    const served = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    expect(served.size).toBeGreaterThan(10);
    expect(named?.length).toBeGreaterThan(5);
    const missing = new Set(named?.filter((name) => !served.has(name.replace(/_(count|bucket|sum)$/, ''))));
    expect([...missing]).toEqual([]);
  },
);

test('the shipped proxies log no address that ends with a token', () => {
  const secret = endpoints.map(({ path: each }) => `/api${each}`).filter((each) => each.endsWith('/:token'));
  expect(new Set(secret).size).toBe(2);
  const nginx = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8');
  const unlogged = [...nginx.matchAll(/location ~ (\S+) \{\s*access_log off;\s*error_log \/dev\/null;/g)];
  for (const address of secret)
    expect(unlogged.some(([, pattern = '']) => new RegExp(pattern).test(address))).toBe(true);
  // Caddy logs requests only if told to.
  expect(readFileSync(path.join(deploy, 'Caddyfile'), 'utf8')).not.toMatch(/^\s*log\b/m);
});
