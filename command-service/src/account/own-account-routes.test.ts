import { ROLES_STREAM } from '@shop/language/account/role-events'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Room, startRoom } from '../test-support/start-room.ts'
import { accountOf } from './accounts.ts'
import { confirmToken } from './confirm-link.ts'
import { editAccount } from './save-account.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let room: Room
let nowMs = Date.parse('2026-01-01T10:00:00Z')
beforeAll(async () => {
  room = await startRoom({ now: () => new Date(nowMs) })
})
afterAll(() => room.stop())

const edit = (token: string, body: object, asking = {}) => room.ask('PUT', '/me', { token, body, ...asking })
const confirm = (token: string, asking = {}) => room.ask('POST', '/email/confirm', { body: { token }, ...asking })
const login = (email: string) => room.ask('POST', '/users/login', { body: { email, password: PASSWORD } })
const atToken = { status: 400, body: { code: 'VALIDATION_FAILED', fields: [{ path: 'token' }] } }

/** The link that was mailed to the new address that this customer wants. */
async function linkOf({ id }: { id: string }) {
  const account = await accountOf(room.parts.commands, id)
  const about = { emailKey: account.wanted?.emailKey ?? '', askedAt: new Date(nowMs).toISOString() }
  return (await confirmToken(room.parts, id, account, about)) ?? ''
}
async function wanting(name: string, email: string) {
  const person = await room.register(name)
  expect((await edit(person.token, { email, password: PASSWORD })).status).toBe(200)
  return { ...person, link: await linkOf(person) }
}

describe('one’s own account', () => {
  test('changes its name at once, and keeps address and role', async () => {
    const { id, email, token } = await room.register('name')
    const { status, body } = await edit(token, { name: '  Ada King ' })
    expect([status, body]).toEqual([200, { _id: id, name: 'Ada King', email, role: 'customer' }])
  })

  test.each([
    ['nothing', {}, ''],
    ['no name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['no address', { email: 'x', password: PASSWORD }, 'email'],
    ['an address without the password', { email: 'a@x.test' }, 'password'],
    ['an address with a wrong password', { email: 'a@x.test', password: 'not this one' }, 'password'],
  ])('refuses %s', async (what, body, path) => {
    const { token } = await room.register(`refused.${what.replaceAll(' ', '.')}`)
    expect(await edit(token, body)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  })

  test('is changed once per Idempotency-Key; another name or address with the same key is refused', async () => {
    const { id, token } = await room.register('once')
    const asking = { key: 'edit-1' }
    const change = { name: 'One', email: 'one@shop.test', password: PASSWORD }
    const { status, body } = await edit(token, change, asking)
    expect([status, body]).toMatchObject([200, { name: 'One' }])
    await edit(token, { name: 'Later' })
    expect(await edit(token, change, asking)).toMatchObject({ status, body })
    for (const other of [{ name: 'Two' }, { ...change, email: 'two@shop.test' }])
      expect(await edit(token, other, asking)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    await edit(token, { name: 'Named' }, { key: 'edit-2' })
    const { name: _, ...address } = change
    expect((await edit(token, address, { key: 'edit-2' })).status).toBe(409)
    expect(await accountOf(room.parts.commands, id)).toMatchObject({
      name: 'Named',
      wanted: { email: 'one@shop.test' },
    })
  })

  test('can be changed at most twenty times a day', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { token } = await limited.register('often')
    const change = (name: string) => limited.ask('PUT', '/me', { token, body: { name } })
    for (let n = 0; n < 20; n++) expect((await change(`Ada ${n}`)).status).toBe(200)
    expect(await change('Ada')).toMatchObject({ status: 429 })
    await limited.stop()
  })
})

describe('a new address', () => {
  test('becomes the account’s address once its link is opened; the old address is then free', async () => {
    const { id, email, token, link } = await wanting('moving', 'moved@shop.test')
    expect([(await login(email)).status, (await login('moved@shop.test')).status]).toEqual([200, 401])
    const { status, body } = await confirm(link)
    expect([status, body]).toEqual([200, { _id: id, name: 'moving', email: 'moved@shop.test', role: 'customer' }])
    expect([(await login(email)).status, (await login('moved@shop.test')).status]).toEqual([401, 200])
    expect((await edit(token, { name: 'Signed in' })).body.email).toBe('moved@shop.test')
    expect((await room.register('moving')).email).toBe(email)
    expect((await confirm(link)).status).toBe(200)
  })

  test('that equals the current address is confirmed only if the owner is signed in', async () => {
    const { id, email, token } = await room.register('mine')
    expect((await edit(token, { email, password: PASSWORD })).status).toBe(200)
    const link = await linkOf({ id })
    const isConfirmed = async () => (await accountOf(room.parts.commands, id)).isConfirmed
    const another = await room.register('another.customer')
    for (const asking of [{}, { token: another.token }]) expect(await confirm(link, asking)).toMatchObject(atToken)
    expect(await isConfirmed()).toBe(false)
    expect(await confirm(link, { token })).toMatchObject({ status: 200, body: { email } })
    expect(await isConfirmed()).toBe(true)
    expect((await confirm(link)).status).toBe(200)
  })

  test('counts as confirmed only if the owner opens its link while signed in', async () => {
    const { id, token, link } = await wanting('shown', 'shown.again@shop.test')
    const isConfirmed = async () => (await accountOf(room.parts.commands, id)).isConfirmed
    expect((await confirm(link)).status).toBe(200)
    expect(await isConfirmed()).toBe(false)
    expect((await confirm(link, { token })).status).toBe(200)
    expect(await isConfirmed()).toBe(true)
  })

  test('that belongs to another account gets the same answer as a free address', async () => {
    const other = await room.register('other')
    const { token } = await room.register('curious')
    const free = await edit(token, { email: 'nobody@shop.test', password: PASSWORD })
    expect(await edit(token, { email: other.email, password: PASSWORD })).toMatchObject({
      status: 200,
      body: free.body,
    })
  })

  test('is not given to the account if another account has registered it since', async () => {
    const { email, link } = await wanting('slow', 'quick@shop.test')
    await room.register('quick')
    expect(await confirm(link)).toMatchObject(atToken)
    expect((await login(email)).status).toBe(200)
    expect((await login('quick@shop.test')).status).toBe(200)
  })

  test('is confirmed only by the last link, and neither after a sign-out everywhere nor after a day', async () => {
    const twice = await wanting('wavering', 'first@shop.test')
    await edit(twice.token, { email: 'second@shop.test', password: PASSWORD })
    expect(await confirm(twice.link)).toMatchObject(atToken)
    expect((await confirm(await linkOf(twice))).body.email).toBe('second@shop.test')
    const out = await wanting('out', 'out.again@shop.test')
    await room.ask('DELETE', '/me/sessions', { token: out.token })
    expect(await confirm(out.link)).toMatchObject(atToken)
    const late = await wanting('late', 'late.again@shop.test')
    nowMs += DAY_MS + 1000
    expect(await confirm(late.link)).toMatchObject(atToken)
  })

  test('can no longer be confirmed once an admin has set another address', async () => {
    const { id, link } = await wanting('taken.over', 'intruder@shop.test')
    const body = { email: 'rightful@shop.test' }
    expect((await room.ask('PUT', `/users/${id}`, { token: room.adminToken, body })).status).toBe(200)
    expect(await confirm(link)).toMatchObject(atToken)
    expect((await login('rightful@shop.test')).status).toBe(200)
  })

  test('that is confirmed while an admin saves another field stays the account’s address', async () => {
    const { id, link } = await wanting('meanwhile', 'confirmed.meanwhile@shop.test')
    const { commands } = room.parts
    // The admin's request has read the account before the link is opened.
    const load: typeof commands.load = async (decider, stream) => {
      if (stream === ROLES_STREAM) expect((await confirm(link)).status).toBe(200)
      return commands.load(decider, stream)
    }
    const admin = { correlationId: 'edit', causationId: 'edit', actor: { role: 'admin', id: room.adminId } } as const
    const taken = () => new Error('taken')
    await editAccount({ ...room.parts, commands: { ...commands, load } }, id, { name: 'Ada King' }, taken, admin)
    const { body } = await login('confirmed.meanwhile@shop.test')
    expect(body.user).toMatchObject({ _id: id, name: 'Ada King' })
  })

  test('is free for other accounts after its link was refused', async () => {
    const { token, link } = await wanting('undecided', 'freed@shop.test')
    await room.ask('DELETE', '/me/sessions', { token })
    expect(await confirm(link)).toMatchObject(atToken)
    const { status } = await room.ask('POST', '/users/register', {
      body: { name: 'F', email: 'freed@shop.test', password: PASSWORD },
    })
    expect(status).toBe(201)
  })

  test('can be requested three times an hour by an account, and six times from a network', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const body = { email: 'victim@shop.test', password: PASSWORD }
    const [stranger, owner, third] = [
      await limited.register('a'),
      await limited.register('b'),
      await limited.register('c'),
    ]
    const ask = async ({ token }: { token: string }) => (await limited.ask('PUT', '/me', { token, body })).status
    for (const who of [stranger, owner])
      expect([await ask(who), await ask(who), await ask(who), await ask(who)]).toEqual([200, 200, 200, 429])
    expect(await ask(third)).toBe(429)
    await limited.stop()
  })

  test('is not confirmed by other kinds of links or by a session’s token', async () => {
    const { token } = await room.register('forger')
    for (const forged of [
      token,
      'x',
      await room.parts.linkTokens.sign('reset-password', FORGED, new Date(nowMs + 1000)),
    ])
      expect(await confirm(forged)).toMatchObject(atToken)
  })
})

const FORGED = { personId: 'ada', ver: 0, emailKey: 'k' }
