import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailKeyOf } from '../account/accounts.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import { discountCodeOf } from '../discount/discount-code.ts'
import { newsletterLetter } from '../mail/newsletter-letter.ts'
import { htmlOf } from '../mail/render-html.ts'
import { textOf } from '../mail/render-text.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

const DAY_MS = 24 * 60 * 60_000
let room: Room
let nowMs = Date.parse('2026-01-01T10:00:00Z')
beforeAll(async () => {
  room = await startRoom({ now: () => new Date(nowMs) })
})
afterAll(() => room.stop())

const subscribe = (email: string, at = room, asking = {}) =>
  at.ask('POST', '/newsletter', { body: { email }, ...asking })
const open = (act: 'confirm' | 'unsubscribe', token: string) =>
  room.ask('POST', `/newsletter/${act}`, { body: { token } })
const keyOf = (email: string) => emailKeyOf(room.parts.keys, email)
const atToken = { code: 'VALIDATION_FAILED', fields: [{ path: 'token' }] }

/** The letter that would be mailed to an address now. */
async function letterTo(email: string, kind: 'newsletter-confirm' | 'newsletter-subscribed' = 'newsletter-confirm') {
  const emailKey = await keyOf(email)
  const { correspondentId = '' } = await correspondentBy(room.parts.commands, emailKey)
  const about = { kind, correspondentId, emailKey } as const
  return newsletterLetter(room.parts, { about, askedAt: new Date(nowMs).toISOString() })
}
async function linkTo(email: string, kind?: Parameters<typeof letterTo>[1]) {
  const action = (await letterTo(email, kind))?.blocks.find(({ is }) => is === 'action')
  const [, address = '', token = '', rest = ''] =
    /^(.+)#token=([^&]+)(.*)$/.exec(action?.is === 'action' ? action.href : '') ?? []
  return { address, token, rest }
}

describe('the newsletter', () => {
  test('is requested with the same answer for every address, confirmed by a link and ended by another link', async () => {
    const email = 'ada@x.test'
    const asked = await subscribe(email)
    expect(asked).toMatchObject({ status: 200, body: { message: expect.stringContaining('email that we sent you') } })
    const first = await linkTo(email)
    expect(first.address).toBe('https://shop.test/newsletter')
    expect((await open('confirm', first.token)).status).toBe(200)
    expect((await open('confirm', first.token)).status).toBe(200)
    expect((await subscribe(email)).body).toEqual(asked.body)

    const subscribed = await letterTo(email)
    expect(subscribed).toMatchObject({ to: email, subject: 'You are subscribed' })
    const leave = await linkTo(email, 'newsletter-subscribed')
    expect(leave).toMatchObject({ address: 'https://shop.test/newsletter', rest: '&leave' })
    nowMs += 400 * DAY_MS
    expect((await open('unsubscribe', leave.token)).status).toBe(200)
    expect((await open('unsubscribe', leave.token)).status).toBe(200)
    expect(await letterTo(email)).toBeUndefined()
    expect(await open('confirm', first.token)).toMatchObject({ status: 400, body: atToken })
  })

  test('sends the first-order code after the confirmation, and the same code after another request', async () => {
    const email = 'ann@x.test'
    const code = await discountCodeOf(room.parts.keys, await keyOf(email))
    await subscribe(email)
    const asked = await letterTo(email)
    for (const read of [textOf, htmlOf]) expect(read(asked!)).not.toContain(code)
    expect(textOf(asked!)).toContain('After you subscribe, we email you a code for 10% off your first order')
    await open('confirm', (await linkTo(email)).token)
    const subscribed = await letterTo(email, 'newsletter-subscribed')
    expect(textOf(subscribed!)).toContain(`Discount code: ${code}\n`)
    expect(htmlOf(subscribed!)).toContain(`>${code}<`)
    await subscribe(email)
    expect(textOf((await letterTo(email))!)).toContain(code)
  })

  test('is not confirmed by a link that is a day old, by an unsubscribe link, or for an erased sender', async () => {
    const email = 'eve@x.test'
    await subscribe(email)
    const { token } = await linkTo(email)
    expect(await open('unsubscribe', token)).toMatchObject({ status: 400, body: atToken })
    nowMs += DAY_MS
    expect(await open('confirm', token)).toMatchObject({ status: 400, body: atToken })
    const again = await linkTo(email)
    await room.ask('POST', '/correspondents/erase', { body: { email }, token: room.adminToken })
    expect(await open('confirm', again.token)).toMatchObject({ status: 400, body: atToken })
    expect(await letterTo(email)).toBeUndefined()
  })

  test('is requested once per Idempotency-Key, even after an erasure', async () => {
    const [email, asking] = ['bob@x.test', { key: crypto.randomUUID() }]
    const first = await subscribe(email, room, asking)
    await room.ask('POST', '/correspondents/erase', { body: { email }, token: room.adminToken })
    expect(await subscribe(email, room, asking)).toMatchObject({ status: 200, body: first.body })
    expect((await correspondentBy(room.parts.commands, await keyOf(email))).correspondentId).toBeUndefined()
  })

  test('of two addresses belongs to two correspondents, who are erased separately', async () => {
    await subscribe('one@x.test')
    await subscribe('two@x.test')
    await room.ask('POST', '/correspondents/erase', { body: { email: 'one@x.test' }, token: room.adminToken })
    expect(await letterTo('one@x.test')).toBeUndefined()
    expect(await letterTo('two@x.test')).toMatchObject({ to: 'two@x.test' })
    const { correspondentId = '' } = await correspondentBy(room.parts.commands, await keyOf('two@x.test'))
    // This call throws if the key is destroyed.
    expect(await room.parts.keys.keyFor(correspondentId)).toHaveLength(32)
  })

  test('can be requested three times an hour for one address', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    for (let time = 0; time < 3; time++) expect((await subscribe('ada@x.test', limited)).status).toBe(200)
    expect(await subscribe('ada@x.test', limited)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await limited.stop()
  })

  test('needs an address', async () => {
    for (const email of ['', 'no address', 'a@b.test\r\nBcc: eve@x.test', { $ne: '' }])
      expect((await subscribe(email as string)).status).toBe(400)
  })
})
