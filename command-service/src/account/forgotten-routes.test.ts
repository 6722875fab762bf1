import { testPasswords } from '@shop/language/test-support/test-passwords'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Room, startRoom } from '../test-support/start-room.ts'
import { accountOf } from './accounts.ts'
import { resetToken } from './reset-link.ts'
import { eraseAccount } from './save-account.ts'

const NEW = testPasswords.customerOfARoomChanged
const OTHER = testPasswords.owner
const MINUTE_MS = 60_000
let room: Room
let nowMs = Date.parse('2026-01-01T10:00:00Z')
beforeAll(async () => {
  room = await startRoom({ now: () => new Date(nowMs) })
})
afterAll(() => room.stop())

const forgotten = (email: string, at = room) => at.ask('POST', '/password/forgotten', { body: { email } })
const reset = (token: string, newPassword: string = NEW, asking = {}) =>
  room.ask('POST', '/password/reset', { body: { token, newPassword }, ...asking })
const login = (email: string, password: string) => room.ask('POST', '/users/login', { body: { email, password } })
const atToken = { code: 'VALIDATION_FAILED', fields: [{ path: 'token' }] }

/** A customer with an account, and the link that was mailed to them. */
async function linked(name: string) {
  const person = await room.register(name)
  const account = await accountOf(room.parts.commands, person.id)
  const token = await resetToken(room.parts, person.id, account, new Date(nowMs).toISOString())
  return { ...person, link: token ?? '' }
}

describe('a forgotten password', () => {
  test('gets the same answer after the same work, both for an account’s address and for an unknown address', async () => {
    const { email } = await room.register('ada')
    const asked = async (address: string) => {
      room.takeStreamsRead()
      const { status, body } = await forgotten(address)
      return { status, body, read: room.takeStreamsRead().map((stream) => stream.replace(/-.*/, '')) }
    }
    const known = await asked(email)
    expect(known).toEqual({
      status: 200,
      body: { message: expect.stringContaining('emailed it a link') },
      read: ['forgotten'],
    })
    expect(await asked('nobody@shop.test')).toEqual(known)
    expect(await asked(`  ${email.toUpperCase()} `)).toMatchObject({ status: 200 })
  })

  test('gets three links in an hour for one address; an address without an account has the same limit', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    for (const address of ['ada@shop.test', 'nobody@shop.test']) {
      if (address.startsWith('ada')) await limited.register('ada')
      for (let time = 0; time < 3; time++) expect((await forgotten(address, limited)).status).toBe(200)
      expect(await forgotten(address, limited)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    }
    await limited.stop()
  })

  test('needs an address', async () => {
    for (const email of ['', 'no address', 'a@b.test\r\nBcc: eve@x.test', { $ne: '' }])
      expect((await forgotten(email as string)).status).toBe(400)
  })
})

describe('the mailed link', () => {
  test('sets another password once, and ends every session', async () => {
    const { email, token, link } = await linked('once')
    expect(await reset(link)).toMatchObject({ status: 200 })
    expect((await room.ask('POST', '/cart/merge', { token, body: {} })).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
    expect(await reset(link, OTHER)).toMatchObject({ status: 400, body: atToken })
    expect((await login(email, NEW)).status).toBe(200)
  })

  test('sets only one password for two concurrent requests', async () => {
    const { link } = await linked('twice')
    const answers = await Promise.all([reset(link), reset(link, OTHER)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('gets the same answer if it is used again under the same key, and is refused with another password', async () => {
    const { link } = await linked('again')
    const first = await reset(link, NEW, { key: 'k1' })
    expect((await reset(link, NEW, { key: 'k1' })).body).toEqual(first.body)
    expect(await reset(link, OTHER, { key: 'k1' })).toMatchObject({
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })

  test('refuses a common password, and then still works for a better password', async () => {
    const { link } = await linked('common')
    expect(await reset(link, 'password1')).toMatchObject({ status: 400, body: { fields: [{ path: 'newPassword' }] } })
    expect(await reset(link, 'short')).toMatchObject({ status: 400, body: { fields: [{ path: 'newPassword' }] } })
    expect((await reset(link)).status).toBe(200)
  })

  test('works for an hour', async () => {
    const { link } = await linked('late')
    nowMs += 61 * MINUTE_MS
    expect(await reset(link)).toMatchObject({ status: 400, body: atToken })
  })

  test('still works after everything that a thief with the password can do', async () => {
    const { email, token, link } = await linked('thief')
    await room.ask('DELETE', '/me/sessions', { token })
    const again = (await login(email, PASSWORD)).body.token
    const body = { currentPassword: PASSWORD, newPassword: OTHER }
    expect((await room.ask('PUT', '/me/password', { token: again, body })).status).toBe(200)
    expect((await reset(link)).status).toBe(200)
    expect([(await login(email, OTHER)).status, (await login(email, NEW)).status]).toEqual([401, 200])
  })

  test('ends when another link is used, the address changes, or the account is deleted', async () => {
    const used = await linked('used')
    await reset(used.link)
    const moved = await linked('moved')
    const body = { email: 'moved.away@shop.test' }
    await room.ask('PUT', `/users/${moved.id}`, { token: room.adminToken, body })
    const gone = await linked('gone')
    const system = { correlationId: 'r', causationId: 'c', actor: { role: 'system' as const } }
    await eraseAccount(room.parts, gone.id, system, undefined)
    for (const { link } of [used, moved, gone]) expect(await reset(link)).toMatchObject({ status: 400, body: atToken })
  })

  test('does not work as a session’s token, and a session’s token does not work as a link', async () => {
    const { link, token } = await linked('other')
    expect((await room.ask('POST', '/cart/merge', { token: link, body: {} })).status).toBe(401)
    expect(await reset(token)).toMatchObject({ status: 400, body: atToken })
  })
})
