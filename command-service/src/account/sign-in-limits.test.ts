import { expect, test } from 'vitest'
import { createSignInLimits, networkOf } from './sign-in-limits.ts'

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('too many failures refuse sign-ins to that account from that network only', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 10; n++) await limits.countTry('203.0.113.7', 'ada')
  await expect(limits.refuseGuesser('203.0.113.99', 'ada')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.refuseGuesser('198.51.100.1', 'ada')
  await limits.refuseGuesser('203.0.113.7', 'bob')
})

test('a hundred failures from one network refuse sign-ins to all accounts from it', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 100; n++) await limits.countTry('203.0.113.7', `account ${n}`)
  await expect(limits.refuseGuesser('203.0.113.7', 'fresh')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('a successful sign-in resets the count of failures', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 9; n++) await limits.countTry('203.0.113.7', 'ada')
  await limits.forgiveTry('203.0.113.7', 'ada')
  await limits.countTry('203.0.113.7', 'ada')
  await limits.refuseGuesser('203.0.113.7', 'ada')
})
