import { expect, test } from 'vitest'
import { clientOf, networkOf } from './address-keys.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0', '64:ff9b:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['unknown', 'unknown', 'unknown'],
])('the client of %s is %s, and its network is %s', (address, client, network) => {
  expect(clientOf(address)).toBe(client)
  expect(networkOf(address)).toBe(network)
})

test('a text that is not an address gives no long key', () => {
  expect(clientOf('x'.repeat(10_000))).toHaveLength(64)
  expect(networkOf('x'.repeat(10_000))).toHaveLength(64)
})
