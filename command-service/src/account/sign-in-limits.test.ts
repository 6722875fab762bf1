import { ShopError } from '@shop/language/errors'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRegistrationLimit, createSignInLimits } from './sign-in-limits.ts'

const refused = { code: 'RATE_LIMITED' }

describe('guessing', () => {
  let limits: ReturnType<typeof createSignInLimits>
  beforeEach(() => {
    limits = createSignInLimits(createMemoryCounters())
  })
  const guesses = async (address: string, emailKey: string, count: number) => {
    const tries = Array.from({ length: count }, () => limits.countTry(address, emailKey))
    return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
  }

  test('at an account is refused after ten failures, to that network only', async () => {
    expect(await guesses('203.0.113.7', 'ada', 40)).toBe(10)
    await expect(limits.refuseGuesser('203.0.113.99', 'ada')).rejects.toMatchObject(refused)
    await limits.refuseGuesser('198.51.100.1', 'ada')
    await limits.refuseGuesser('203.0.113.7', 'bob')
  })

  test('from all networks of a /48 is guessing from one', async () => {
    const counts = await Promise.all(Array.from({ length: 60 }, (_, n) => guesses(`2001:db8:1:${n}::1`, 'ada', 1)))
    expect(counts.filter((count) => count === 1)).toHaveLength(10)
  })

  test('at many accounts is refused after a hundred failures of a network', async () => {
    for (let n = 0; n < 100; n++) await limits.countTry('203.0.113.7', `account ${n}`)
    await expect(limits.refuseGuesser('203.0.113.7', 'fresh')).rejects.toMatchObject(refused)
  })

  test('at an account from many networks leaves each of them two tries, so that its owner gets in', async () => {
    for (let n = 0; n < 10; n++) expect(await guesses(`10.0.${n}.1`, 'ada', 10)).toBe(10)
    for (let n = 0; n < 10; n++) expect(await guesses(`10.1.${n}.1`, 'ada', 10)).toBe(2)
    await expect(limits.refuseGuesser('10.1.1.1', 'ada')).rejects.toMatchObject(refused)
    await limits.refuseGuesser('198.51.100.1', 'ada')
    await limits.countTry('198.51.100.1', 'ada')
    await limits.forgiveTry('198.51.100.1', 'ada')
    expect(await guesses('198.51.100.1', 'bob', 10)).toBe(10)
  })

  test('that succeeds resets the failures', async () => {
    await guesses('203.0.113.7', 'ada', 9)
    await limits.countTry('203.0.113.7', 'ada')
    await limits.forgiveTry('203.0.113.7', 'ada')
    expect(await guesses('203.0.113.7', 'ada', 20)).toBe(10)
  })
})

describe('registering', () => {
  const taken = () => Promise.reject(new ShopError('VALIDATION_FAILED', 'User already exists'))

  test('is counted before it is done, whatever comes of it', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const asked = Array.from({ length: 40 }, (_, n) => limited('203.0.113.7', n % 2 ? taken : async () => 'done'))
    const outcomes = await Promise.allSettled(asked)
    const reasons = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
    expect(reasons.filter((reason) => reason === 'RATE_LIMITED')).toHaveLength(20)
    await expect(limited('203.0.113.7', taken)).rejects.toMatchObject(refused)
  })

  test('that the shop cannot do is not counted', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const away = () => Promise.reject(new ShopError('UNAVAILABLE', 'The log is away'))
    for (let n = 0; n < 30; n++)
      await expect(limited('203.0.113.7', away)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('is limited for a /64, and for all of a /48', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const register = (address: string) => limited(address, taken).catch(({ code }) => code)
    const codes = []
    for (let n = 0; n < 21; n++) codes.push(await register(`2001:db8:1:1::${n}`))
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1)
    for (let n = 0; n < 120; n++) codes.push(await register(`2001:db8:1:${n + 2}::1`))
    expect(codes.filter((code) => code === 'VALIDATION_FAILED')).toHaveLength(100)
  })
})
