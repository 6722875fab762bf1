import { afterAll, expect, test, vi } from 'vitest'
import { createPasswords } from './passwords.ts'

// Hash with the same parameters as the real shop.
vi.stubEnv('PASSWORD_HASHES', 'real')
afterAll(() => vi.unstubAllEnvs())

const passwords = createPasswords()

test('a password matches its own hash and no other', async () => {
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.matches('correct horse', hash)).toBe(true)
  expect(await passwords.matches('correct horse ', hash)).toBe(false)
})

test('the same password hashes differently each time', async () => {
  expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'))
})

test('no password matches an unknown user', async () => {
  expect(await passwords.matches('', undefined)).toBe(false)
  expect(await passwords.matches('anything', '')).toBe(false)
})

test('a password that is refused while it waits in the queue throws that refusal', async () => {
  const refuse = async () => {
    throw new Error('enough')
  }
  await expect(passwords.matches('x', undefined, { before: refuse })).rejects.toThrow('enough')
})

test('a client’s single check waits for only one password of another client that sends many', async () => {
  const begun: string[] = []
  const ask = (client: string) =>
    passwords.matches('x', undefined, { client, before: async () => void begun.push(client) })
  const hostile = Array.from({ length: 100 }, () => ask('hostile'))
  await Promise.all([ask('ada'), ask('bob')])
  const before = begun.slice(0, Math.max(begun.indexOf('ada'), begun.indexOf('bob')))
  expect(before.filter((client) => client === 'hostile').length).toBeLessThanOrEqual(3)
  expect(await Promise.all(hostile)).not.toContain(true)
})

test('a single check waits for only a few passwords of a network with many clients', async () => {
  const begun: string[] = []
  const ask = (client: string) =>
    passwords.matches('x', undefined, { client, before: async () => void begun.push(client) })
  const hostile = Array.from({ length: 40 }, (_, n) => ask(`2001:db8:1:${n.toString(16)}`))
  await ask('198.51.100.1')
  expect(begun.indexOf('198.51.100.1')).toBeLessThanOrEqual(3)
  expect(await Promise.all(hostile)).not.toContain(true)
})

test('a full queue refuses the next password, and still checks the waiting passwords', async () => {
  const many = Array.from({ length: 57 }, () => passwords.matches('x', undefined))
  await expect(many.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(await Promise.all(many.slice(0, 56))).not.toContain(true)
})

test('no password is hashed for a client that has disconnected before its turn', async () => {
  const hashed: string[] = []
  const ends: (() => void)[] = []
  const slow = createPasswords(async (_, { message, tagLength }) => {
    hashed.push(message)
    await new Promise<void>((end) => ends.push(end))
    return Buffer.alloc(tagLength)
  })
  let isGone = false
  const before = async () => {
    if (isGone) throw new Error('gone')
  }
  const first = slow.hash('first', { client: '192.0.2.1', before })
  await expect.poll(() => hashed).toEqual(['first'])
  const second = slow.hash('second', { client: '192.0.2.1', before })
  isGone = true
  ends[0]?.()
  await first
  await expect(second).rejects.toThrow('gone')
  expect(hashed).toEqual(['first'])
})
