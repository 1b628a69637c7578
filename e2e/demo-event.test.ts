import { expect, test } from 'vitest';
import { useSite } from './site.ts';

const hooks = new URL('../scripts/move-event.hooks.ts', import.meta.url).href;
const site = useSite({ NODE_OPTIONS: `--import=${hooks}`, EVENT_NOW: new Date().toISOString() });

test('the event of a demo that was just created has begun', async () => {
  const page = await site.open('/');
  await expect.poll(() => page.locator('main').innerText()).toContain('It is happening now, until ');
  expect(site.program.output()).not.toContain('This event is over');
});
