import { expect, test } from 'vitest';
import { createDemoEvent } from '../scripts/demo-event.ts';
import { defaultDocument } from '../server/testing/default-event.ts';
import { useSite, withEvent } from './site.ts';

const site = useSite(withEvent(createDemoEvent(defaultDocument, new Date())));

test('the event of a demo that was just created has begun', async () => {
  const page = await site.open('/');
  await expect.poll(() => page.locator('main').innerText()).toContain('It is happening now, until ');
  expect(site.program.output()).not.toContain('To see one that is on');
});
