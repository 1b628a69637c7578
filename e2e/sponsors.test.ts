import { expect, test } from 'vitest';
import { defaultDocument } from '../server/testing/default-event.ts';
import { useSite, withEvent } from './site.ts';

const list = [
  { name: 'Small Owl', url: 'https://small.example', tier: 3 },
  { name: 'Large Owl', url: 'https://large.example', tier: 1 },
  { name: 'Middle Owl', url: 'https://middle.example', tier: 2 },
];
const site = useSite(withEvent({ sponsors: { ...defaultDocument.sponsors, list } }));

test('the largest sponsors come first', async () => {
  const page = await site.open('/');
  const section = page.getByRole('region', { name: 'Sponsors' });
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual([
    'Large Owl',
    'Middle Owl',
    'Small Owl',
  ]);
  const heights = await section
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
  expect(heights).toEqual(heights.toSorted((a, b) => b - a));
});
