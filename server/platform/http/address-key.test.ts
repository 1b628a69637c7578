import { expect, test } from 'vitest';
import { toAddressKey, toNetworkKey } from './rate-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s counts as %s', (ip, key) => expect(toAddressKey(ip)).toBe(key));

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::9', '2001:db8:1'],
  ['2001:db8:1:ffff:3:4:5:6', '2001:db8:1'],
])('the network of the address %s counts as %s', (ip, key) => expect(toNetworkKey(ip)).toBe(key));
