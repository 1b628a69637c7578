import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const compose = read('compose.yaml');
const [, ...blocks] = compose
  .split('services:\n')[1]!
  .split('\nconfigs:')[0]!
  .split(/^ {2}(?=[\w-]+:(?: [&*]\w+)?\n)/m);
const own = new Map(blocks.map((block) => [block.split(':')[0]!, block]));
// The second instance is an alias of the first.
const services = new Map(
  [...own].map(([name, block]) => [name, own.get(/: \*(\w+)/.exec(block)?.[1] ?? '') ?? block]),
);

test('the site accepts the settings that compose.yaml gives it, with passwords of their own for both roles', () => {
  const passwords: Record<string, string> = { OWNER_PASSWORD: 'owner', PROGRAM_PASSWORD: 'program' };
  const environment = services
    .get('site')!
    .split('environment:\n')[1]!
    .split(/^ {4}(?=\w)/m)[0]!;
  const variables = [...environment.matchAll(/^ {6}(\w+): '?([^'\n]*)/gm)].map(([, name, value]) => [
    name!,
    value!.replace(/\$\{(\w+)[^}]*\}/g, (_, password: string) => passwords[password] ?? ''),
  ]);
  const config = loadConfig({
    ...Object.fromEntries(variables),
    DATA_DIR: tmpdir(),
    PUBLIC_URL: 'https://hack.example.org',
    SECRET_KEY: 'x9!kJ2mQ7vR4tY8wB3nC6zD1fG5hL0pS',
    S3_SECRET_ACCESS_KEY: 'a key of the bucket',
  });
  expect(config.s3).toMatchObject({ endpoint: 'http://bucket:9000', bucket: 'overnight' });
  expect(config.databaseOwnerUrl).toContain(':owner@');
  expect(config.databaseUrl).toContain(':program@');
});

test('every container has no capabilities beyond those it names, gains none, and has an image of one version', () => {
  expect([...services.keys()]).toEqual(['site', 'second', 'database', 'bucket', 'bucket-setup', 'proxy']);
  expect(compose).toMatch(
    "x-hardened: &hardened\n  cap_drop: [ALL]\n  security_opt: ['no-new-privileges:true']\n",
  );
  for (const [name, block] of services) {
    expect([name, block.includes('<<: *hardened')]).toEqual([name, true]);
    expect([name, /image: (?!\S+:(RELEASE\.\S+|\d+\.\d+\S*)\n)/.test(block)]).toEqual([name, false]);
  }
});

test('the backup runs with the restrictions of the site', () => {
  const restrictions = read('overnight.service').match(/^(?:NoNew|Private|Protect|StateDirectory).*$/gm)!;
  expect(restrictions.length).toBeGreaterThan(4);
  const lines = read('overnight-backup.service').split('\n');
  expect(restrictions.filter((line) => !lines.includes(line))).toEqual([]);
});
