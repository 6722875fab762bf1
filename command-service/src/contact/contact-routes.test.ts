import { accountStream } from '@shop/language/account/events'
import { correspondentStream } from '@shop/language/correspondence/events'
import type { Position } from '@shop/language/events/event'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { emailKeyOf } from '../account/accounts.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

const message = { name: 'Ada', email: 'ada@x.test', message: 'Is it warm?\n\nAda' }
const write = (changes: object = {}, asking = {}) =>
  room.ask('POST', '/contact', { body: { ...message, ...changes }, ...asking })
const keyOf = (email: string) => emailKeyOf(room.parts.keys, email)
const erase = (email: string, token = room.adminToken) =>
  room.ask('POST', '/correspondents/erase', { body: { email }, token })

const asSystem = () => {
  const id = crypto.randomUUID()
  return { correlationId: id, causationId: id, actor: { role: 'system' as const } }
}

/** Leaves out the events that only note a used Idempotency-Key. */
async function typesSince(position: Position) {
  for await (const { events } of room.log.follow(position, new AbortController().signal))
    return events.map(({ type }) => type).filter((type) => type !== 'NothingChanged')
  return []
}

describe('a message from the contact page', () => {
  test('is accepted without an account, and once per Idempotency-Key', async () => {
    const before = await room.log.head()
    const asking = { key: crypto.randomUUID() }
    const first = await write({ email: ' ADA@x.test' }, asking)
    expect(first).toMatchObject({ status: 201, body: { message: expect.stringContaining('we answer by email') } })
    expect(await write({ email: ' ADA@x.test' }, asking)).toMatchObject({ status: 201, body: first.body })
    expect(await typesSince(before)).toEqual(['CorrespondentMet', 'MessageReceived'])
    expect((await write()).status).toBe(201)
    expect((await typesSince(before)).slice(2)).toEqual(['MessageReceived'])
  })

  test('is accepted once although its sender signs in, or the session ends, before the repeat', async () => {
    const { token, email } = await room.register('repeater')
    const before = await room.log.head()
    const asking = { key: crypto.randomUUID() }
    const asked = [{ ...asking, token }, asking]
    for (const how of asked) expect((await write({ email }, how)).status).toBe(201)
    expect(await typesSince(before)).toEqual(['CorrespondentMet', 'MessageReceived'])
    expect((await room.ask('DELETE', '/me/sessions/current', { token })).status).toBe(200)
    const ended = await room.log.head()
    expect((await write({ email }, { ...asking, token })).status).toBe(201)
    expect(await typesSince(ended)).toEqual([])
    expect((await write({ email, message: 'Is it green?' }, asking)).status).toBe(409)
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'Ada\r\nBcc: eve@x.test' }, 'name'],
    ['no address', { email: 'ada' }, 'email'],
    ['a header in the address', { email: 'ada@x.test\r\nBcc: eve@x.test' }, 'email'],
    ['no text', { message: '\n' }, 'message'],
    ['a text that is too long', { message: 'x'.repeat(2001) }, 'message'],
  ])('with %s is refused, and creates no correspondent', async (_, changes, path) => {
    const before = await room.log.head()
    expect(await write(changes)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
    expect(await typesSince(before)).toEqual([])
  })

  test('is accepted three times an hour from one address', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const ask = (email: string) => limited.ask('POST', '/contact', { body: { ...message, email } })
    for (let time = 0; time < 3; time++) expect((await ask('eve@x.test')).status).toBe(201)
    expect(await ask('eve@x.test')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await ask('bob@x.test')).status).toBe(201)
    await limited.stop()
  })
})

describe('erasing an address without an account', () => {
  test('destroys the correspondent’s key; the same address later belongs to a new correspondent', async () => {
    await write({ email: 'eve@x.test' })
    const emailKey = await keyOf('eve@x.test')
    const { correspondentId = '' } = await correspondentBy(room.parts.commands, emailKey)
    expect(await erase('Eve@x.test')).toMatchObject({ status: 200 })
    const after = await room.log.head()
    expect(await erase('eve@x.test')).toMatchObject({ status: 200 })
    expect(await typesSince(after)).toEqual([])
    await expect(room.parts.keys.keyFor(correspondentId)).rejects.toThrow(/destroyed/)
    await write({ email: 'eve@x.test' })
    expect((await correspondentBy(room.parts.commands, emailKey)).correspondentId).not.toBe(correspondentId)
  })

  test('happens when the account that has confirmed the address is erased', async () => {
    const { id, email } = await room.register('leaver')
    await write({ email })
    const emailKey = await keyOf(email)
    const shown = {
      type: 'ChangePassword',
      accountId: id,
      passwordHash: 'h',
      by: 'link',
      resets: 0,
      mailedTo: emailKey,
    } as const
    await room.parts.commands.handle(accountDecider, accountStream(id), shown, asSystem())
    expect((await room.ask('DELETE', `/users/${id}`, { token: room.adminToken })).status).toBe(200)
    expect(await correspondentBy(room.parts.commands, await keyOf(email))).toEqual({
      correspondentId: undefined,
      email: '',
      erased: [],
    })
    const types: string[] = []
    for await (const event of room.log.readStream(correspondentStream(await keyOf(email)))) types.push(event.type)
    expect(types).toEqual(['CorrespondentMet', 'CorrespondentErased', 'CorrespondentKeyDestroyed'])
  })

  test('does not happen when an account that never confirmed the address is erased', async () => {
    const { id, email } = await room.register('stranger')
    await write({ email })
    const before = await correspondentBy(room.parts.commands, await keyOf(email))
    expect(before.email).toBe(email)
    expect((await room.ask('DELETE', `/users/${id}`, { token: room.adminToken })).status).toBe(200)
    expect(await correspondentBy(room.parts.commands, await keyOf(email))).toEqual(before)
    expect(await erase(email)).toMatchObject({ status: 200 })
    expect((await correspondentBy(room.parts.commands, await keyOf(email))).email).toBe('')
  })

  test('is only for admins', async () => {
    const { token } = await room.register('customer')
    expect((await erase('ada@x.test', token)).status).toBe(403)
    expect((await room.ask('POST', '/correspondents/erase', { body: { email: 'ada@x.test' } })).status).toBe(401)
  })
})
