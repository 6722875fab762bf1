import crypto from 'node:crypto'
import { promisify } from 'node:util'
import { accountStream } from '@shop/language/account/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'
import { accountDecider } from './account-decider.ts'
import { emailKeyOf } from './accounts.ts'
import { createPasswords } from './passwords.ts'
import { claimEmail } from './save-account.ts'

const COMPOSED = 'schöne blaue Fäden'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const argon2 = promisify(crypto.argon2)

/** Hashes a password as earlier versions of the shop did, without preparing it. `passes` is a part of the cost. */
async function hashedAsTyped(password: string, passes = COST.passes) {
  const nonce = Buffer.from('a salt of 16 byt')
  const tag = await argon2('argon2id', { ...COST, passes, message: password, nonce })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=19456,t=${passes},p=1$${base64(nonce)}$${base64(tag)}`
}

describe('a password', () => {
  test('is the same with composed and decomposed letters, and with other kinds of blanks', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash(DECOMPOSED.replaceAll(' ', '\u00a0'))
    for (const typed of [COMPOSED, DECOMPOSED, COMPOSED.replaceAll(' ', '\u2003')])
      expect(await passwords.check(typed, hash)).toBe('right')
    expect(await passwords.check('schone blaue Faden', hash)).toBe('wrong')
  })

  test('that was hashed as the user typed it is right only in that form', async () => {
    const passwords = createPasswords()
    const hash = await hashedAsTyped(DECOMPOSED)
    expect(await passwords.check(DECOMPOSED, hash)).toBe('right as it was stored before')
    expect(await passwords.check(COMPOSED, hash)).toBe('wrong')
  })

  test('that was hashed with another cost is right, and is replaced', async () => {
    const passwords = createPasswords(argon2)
    const hash = await hashedAsTyped('a known one', 3)
    expect(await passwords.check('a known one', hash)).toBe('right as it was stored before')
    expect(await passwords.check('an unknown one', hash)).toBe('wrong')
  })

  test('is hashed twice only if its prepared and typed forms differ, for known and unknown users', async () => {
    let hashed = 0
    const passwords = createPasswords(async (...asked) => {
      hashed++
      return argon2(...asked)
    })
    const hash = await hashedAsTyped('another one')
    const costOf = async (typed: string, stored?: string) => {
      hashed = 0
      await passwords.check(typed, stored)
      return hashed
    }
    expect([await costOf(COMPOSED, hash), await costOf(COMPOSED)]).toEqual([1, 1])
    expect([await costOf(DECOMPOSED, hash), await costOf(DECOMPOSED)]).toEqual([2, 2])
  })
})

describe('signing in', () => {
  let room: Room
  beforeAll(async () => {
    room = await startRoom()
  })
  afterAll(() => room.stop())
  const login = (email: string, password: string) => room.ask('POST', '/users/login', { body: { email, password } })

  test('accepts an old hash, replaces the hash once, and ends no session', async () => {
    const { commands, keys } = room.parts
    const [accountId, email] = ['old', 'old@shop.test']
    const emailKey = await emailKeyOf(keys, email)
    const system = (id: string) => ({ correlationId: id, causationId: id, actor: { role: 'system' as const } })
    const passwordHash = await hashedAsTyped(DECOMPOSED)
    await claimEmail(commands, accountId, emailKey, () => new Error('taken'), system('claims'))
    const register = { type: 'Register', accountId, name: 'Ada', email, emailKey, passwordHash } as const
    await commands.handle(accountDecider, accountStream(accountId), register, system('registers'))
    expect((await login(email, COMPOSED)).status).toBe(401)

    const before = await login(email, DECOMPOSED)
    expect(before.status).toBe(200)
    const stored = (await commands.load(accountDecider, accountStream(accountId))).state
    expect(stored).toMatchObject({ ver: 0, passwordHash: expect.not.stringContaining(passwordHash) })
    for (const typed of [COMPOSED, DECOMPOSED]) expect((await login(email, typed)).status).toBe(200)
    expect((await commands.load(accountDecider, accountStream(accountId))).state.passwordHash).toBe(stored.passwordHash)
    expect((await room.ask('DELETE', '/me/sessions', { token: before.body.token })).status).toBe(200)
  })
})
