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

test('a guessed account is locked for the network of the guesser only', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 10; n++) await limits.countTry('203.0.113.7', 'ada')
  await expect(limits.refuseGuesser('203.0.113.99', 'ada')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.refuseGuesser('198.51.100.1', 'ada')
  await limits.refuseGuesser('203.0.113.7', 'bob')
})

test('a network that guesses at many accounts is refused after a hundred failures', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 100; n++) await limits.countTry('203.0.113.7', `account ${n}`)
  await expect(limits.refuseGuesser('203.0.113.7', 'fresh')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('who signs in has a clean sheet', async () => {
  const limits = createSignInLimits(true)
  for (let n = 0; n < 9; n++) await limits.countTry('203.0.113.7', 'ada')
  await limits.forgiveTry('203.0.113.7', 'ada')
  await limits.countTry('203.0.113.7', 'ada')
  await limits.refuseGuesser('203.0.113.7', 'ada')
})
