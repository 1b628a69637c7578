import { expect, test } from 'vitest';
import { describeAction } from './audited-actions.ts';

test('an action without words of its own is told by its name', () => {
  const actions = ['certificates.exported', 'pass.renewed', 'tables.retired', 'reviews.blind'];
  expect(actions.map((action) => describeAction({ action }))).toEqual([
    'exported the certificates',
    'renewed the pass',
    'retired the tables',
    'turned blind review on',
  ]);
});
