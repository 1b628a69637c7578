import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { buildApp } from '../../app.ts';
import { anonymous } from '../../testing/actors.ts';
import { createTestApp } from '../../testing/app.ts';
import type { Call } from './call.ts';
import { serve } from './route.ts';

const contract = {
  greet: endpoint('GET /probe/greetings/:name', 'all', {
    summary: 'Greet somebody',
    params: z.object({ name: z.string() }),
    response: z.object({ greeting: z.string() }),
  }),
  limit: 100,
};
const greet = (_: unknown, { params }: Call<typeof contract.greet>) => ({ greeting: `Hi ${params.name}` });

test('`serve` binds each call to the function of its name', async () => {
  const site = await createTestApp();
  onTestFinished(() => site.close());
  const app = await buildApp(site.services, { dist: '' });
  serve(app, site.services, contract, { greet });
  const visitor = anonymous({ ...site, app });
  expect((await visitor.call('GET', '/probe/greetings/Ada')).json()).toEqual({ greeting: 'Hi Ada' });
});

test('a service that lacks a function, or has one that does not fit its call, does not compile', () => {
  const bind = (): void => {
    const [app, services] = [] as unknown as Parameters<typeof serve>;
    // @ts-expect-error: nothing serves `greet`.
    serve(app, services, contract, {});
    // @ts-expect-error: the call brings no body.
    serve(app, services, contract, { greet: (_, { body }) => ({ greeting: `${body}` }) });
    // @ts-expect-error: the response has a greeting.
    serve(app, services, contract, { greet: () => ({}) });
  };
  expect(bind).toBeTypeOf('function');
});
