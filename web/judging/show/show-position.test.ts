// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findShowPosition, storeShowPosition, useShowPosition } from './show-position.ts';

beforeEach(() => localStorage.clear());

test('the position of the show is read again, and of an entry that cannot be read nothing', () => {
  const position = { version: 'v', step: 2, isRehearsal: false };
  storeShowPosition(position);
  expect([findShowPosition(), renderHook(useShowPosition).result.current]).toEqual([position, position]);
  for (const stored of ['{"version":"v"', '', 'null']) {
    localStorage.setItem('show', stored);
    expect([findShowPosition(), renderHook(useShowPosition).result.current]).toEqual([undefined, undefined]);
  }
});
