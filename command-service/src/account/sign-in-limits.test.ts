import { invalidField, ShopError } from '@shop/language/errors'
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
    const tries = Array.from({ length: count }, () => limits.countTry({ address, emailKey }))
    return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
  }

  test('at an account is refused after ten failures, but only for the network that failed', async () => {
    expect(await guesses('203.0.113.7', 'ada', 40)).toBe(10)
    await expect(limits.refuseGuesser({ address: '203.0.113.99', emailKey: 'ada' })).rejects.toMatchObject(refused)
    await limits.refuseGuesser({ address: '198.51.100.1', emailKey: 'ada' })
    await limits.refuseGuesser({ address: '203.0.113.7', emailKey: 'bob' })
  })

  test('counts all networks of a /48 as one network', async () => {
    const counts = await Promise.all(Array.from({ length: 60 }, (_, n) => guesses(`2001:db8:1:${n}::1`, 'ada', 1)))
    expect(counts.filter((count) => count === 1)).toHaveLength(10)
  })

  test('at many accounts is refused after a network has failed a hundred times', async () => {
    for (let n = 0; n < 100; n++) await limits.countTry({ address: '203.0.113.7', emailKey: `account ${n}` })
    await expect(limits.refuseGuesser({ address: '203.0.113.7', emailKey: 'fresh' })).rejects.toMatchObject(refused)
  })

  test('that uses up the budget of a network leaves two tries to every other client of the network', async () => {
    for (let n = 0; n < 100; n++) await limits.countTry({ address: '203.0.113.7', emailKey: `account ${n}` })
    await limits.refuseGuesser({ address: '203.0.113.8', emailKey: 'ada' })
    for (let n = 0; n < 2; n++) await limits.countTry({ address: '203.0.113.8', emailKey: 'ada' })
    await expect(limits.countTry({ address: '203.0.113.8', emailKey: 'bob' })).rejects.toMatchObject(refused)
    await expect(limits.refuseGuesser({ address: '203.0.113.8', emailKey: 'bob' })).rejects.toMatchObject(refused)
  })

  test('from many clients of a /48 gets no more tries than guessing from a /24', async () => {
    const asked = Array.from({ length: 2000 }, (_, n) => ({
      address: `2001:db8:1:${n.toString(16)}::1`,
      emailKey: `account ${n}`,
    }))
    const outcomes = await Promise.allSettled(asked.map((guesser) => limits.countTry(guesser)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(
      100 + 2 * Math.ceil(2000 / 256),
    )
  })

  test('by neighbors or strangers uses up no tries of a known device', async () => {
    const known = { address: '203.0.113.9', emailKey: 'ada', known: 'her phone' }
    for (let n = 0; n < 100; n++) await guesses(`203.0.113.${n}`, 'ada', 3)
    for (let n = 0; n < 20; n++) await guesses(`10.0.${n}.1`, 'ada', 10)
    await limits.refuseGuesser(known)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => limits.countTry(known)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(limits.refuseGuesser(known)).rejects.toMatchObject(refused)
    await expect(limits.refuseGuesser({ ...known, known: undefined })).rejects.toMatchObject(refused)
  })

  test('at an account from many networks leaves each network two tries, so that the owner can sign in', async () => {
    for (let n = 0; n < 10; n++) expect(await guesses(`10.0.${n}.1`, 'ada', 10)).toBe(10)
    for (let n = 0; n < 10; n++) expect(await guesses(`10.1.${n}.1`, 'ada', 10)).toBe(2)
    await expect(limits.refuseGuesser({ address: '10.1.1.1', emailKey: 'ada' })).rejects.toMatchObject(refused)
    await limits.refuseGuesser({ address: '198.51.100.1', emailKey: 'ada' })
    await limits.countTry({ address: '198.51.100.1', emailKey: 'ada' })
    await limits.forgiveTry({ address: '198.51.100.1', emailKey: 'ada' })
    expect(await guesses('198.51.100.1', 'bob', 10)).toBe(10)
  })

  test('that succeeds sets the count of failures to zero', async () => {
    await guesses('203.0.113.7', 'ada', 9)
    await limits.countTry({ address: '203.0.113.7', emailKey: 'ada' })
    await limits.forgiveTry({ address: '203.0.113.7', emailKey: 'ada' })
    expect(await guesses('203.0.113.7', 'ada', 20)).toBe(10)
  })
})

describe('registering', () => {
  const taken = () => Promise.reject(invalidField('email', 'User already exists'))

  test('is counted before it is done, even if it fails', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const asked = Array.from({ length: 40 }, (_, n) => limited('203.0.113.7', n % 2 ? taken : async () => 'done'))
    const outcomes = await Promise.allSettled(asked)
    const reasons = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
    expect(reasons.filter((reason) => reason === 'RATE_LIMITED')).toHaveLength(20)
    await expect(limited('203.0.113.7', taken)).rejects.toMatchObject(refused)
  })

  test('that fails because of the shop is not counted', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const away = () => Promise.reject(new ShopError('UNAVAILABLE', 'The log is away'))
    for (let n = 0; n < 30; n++)
      await expect(limited('203.0.113.7', away)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('is limited for each /64, and for the whole /48', async () => {
    const limited = createRegistrationLimit(createMemoryCounters())
    const register = (address: string) => limited(address, taken).catch(({ code }) => code)
    const codes = []
    for (let n = 0; n < 21; n++) codes.push(await register(`2001:db8:1:1::${n}`))
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1)
    for (let n = 0; n < 120; n++) codes.push(await register(`2001:db8:1:${(n + 2).toString(16)}::1`))
    expect(codes.filter((code) => code === 'VALIDATION_FAILED')).toHaveLength(100)
  })
})
