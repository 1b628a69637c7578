import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import { anonymous, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { endpoints } from '../../testing/calls.ts';

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
  responses: Record<string, { $ref?: string; content?: object }>;
}

let site: TestApp;
let visitor: TestActor;
let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
beforeAll(async () => {
  site = await createTestApp();
  // With every part that an event need not have.
  Object.assign(site.services.event, {
    help: { topics: ['Software'] },
    lending: { hours: 4, things: ['12 VR headset'] },
    certificates: { fonts: [] },
    feedback: { questions: [] },
    resumeBook: { agreement: 'sponsors' },
  });
  visitor = anonymous(site);
  document = (await visitor.call('GET', '/openapi.json')).json();
});
afterAll(() => site.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every call of the contract is in the document, under its own name', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
  const names = operations().map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every reference can be resolved', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, path = ''] of references) {
    const target = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(target, path).toBeDefined();
  }
});

test('path parameters, form parts, keys and refusals are described', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const { parameters } of Object.values(methods))
      expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
  const apply = document.paths['/applications']!.post!;
  expect(Object.keys(apply.requestBody!.content['multipart/form-data']!.schema.properties)).toEqual(
    expect.arrayContaining(['major', 'resume', 'pitchDeck']),
  );
  expect(apply.responses['201']?.content).toBeDefined();
  expect(Object.keys(apply.responses)).toEqual(
    expect.arrayContaining(['400', '401', '403', '409', '413', '415', '429', '503']),
  );
  const checkIn = document.paths['/applications/check-in']!.post!;
  expect(checkIn.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key']);
  expect(checkIn.security).toEqual([{ session: [] }]);
  expect(document.paths['/event']!.get!.security).toEqual([]);
});

test('the page shows every call and every refusal, without scripts or other sites', async () => {
  const { statusCode, headers, body } = await visitor.call('GET', '/docs');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  for (const { path } of endpoints) expect(body).toContain(`/api${path}</code>`);
  for (const code of Object.keys(problems)) expect(body).toContain(`<code>${code}</code>`);
  expect(body).not.toMatch(/<script|style=|https?:\/\//);
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
});

test.each([
  ['help', '/help/', 'help_taken'],
  ['lending', '/lending/', 'thing_lent'],
  ['certificates', '/certificate', 'certificate_too_early'],
  ['feedback', '/feedback', 'feedback_given'],
  ['resumeBook', '/resume-book', 'resume_link_ended'],
])('without %s, its calls and refusals are not described', async (part, path, code) => {
  const { event } = site.services;
  site.services.event = { ...event, [part]: undefined };
  const described = Object.keys((await visitor.call('GET', '/openapi.json')).json().paths);
  const page = (await visitor.call('GET', '/docs')).body;
  site.services.event = event;
  expect(described.filter((each) => each.startsWith(path))).toEqual([]);
  expect(described.length).toBeGreaterThan(100);
  expect(page).not.toContain(`<code>/api${path}`);
  expect(page).not.toContain(`<code>${code}</code>`);
});
