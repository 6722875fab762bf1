import { testPasswords } from '@shop/language/test-support/test-passwords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, emailKeyOf } from '../account/accounts.ts'
import { confirmToken } from '../account/confirm-link.ts'
import { resetToken } from '../account/reset-link.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import { newsletterToken } from '../newsletter/newsletter-links.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

const email = (name: string) => ({ email: `${name}@x.test` })
const nowIn = () => new Date().toISOString()

async function resetBody(name: string) {
  const { id } = await room.register(name)
  const token = await resetToken(room.parts, id, await accountOf(room.parts.commands, id), nowIn())
  return { token, newPassword: testPasswords.customerOfARoomChanged }
}

async function confirmBody(name: string) {
  const { id, token } = await room.register(name)
  const body = { email: `${name}.new@shop.test`, password: testPasswords.customerOfARoom }
  await room.ask('PUT', '/me', { token, body })
  const account = await accountOf(room.parts.commands, id)
  const asked = { emailKey: account.wanted?.emailKey ?? '', askedAt: nowIn() }
  return { token: await confirmToken(room.parts, id, account, asked) }
}

async function linkBody(use: 'confirm-newsletter' | 'leave-newsletter', name: string) {
  await room.ask('POST', '/newsletter', { body: email(name) })
  const emailKey = await emailKeyOf(room.parts.keys, email(name).email)
  const { correspondentId = '' } = await correspondentBy(room.parts.commands, emailKey)
  const token = await newsletterToken(room.parts, use, { correspondentId, emailKey }, { round: 0, askedAt: nowIn() })
  return { token }
}

test.each<[path: string, bodyOf: (name: string) => object | Promise<object>]>([
  ['/contact', (name) => ({ ...email(name), name, message: 'Is it warm?' })],
  ['/newsletter', email],
  ['/newsletter/confirm', (name) => linkBody('confirm-newsletter', name)],
  ['/newsletter/unsubscribe', (name) => linkBody('leave-newsletter', name)],
  ['/password/forgotten', email],
  ['/password/reset', resetBody],
  ['/email/confirm', confirmBody],
  ['/correspondents/erase', email],
  ['/questions', (name) => ({ name, sql: 'SELECT 1' })],
  ['/orders/bulk', (name) => ({ orders: [{ _id: name }], status: 'Shipped' })],
])('POST %s refuses a key that came with another body', async (path, bodyOf) => {
  const key = crypto.randomUUID()
  const name = path.replaceAll('/', '')
  const [one, other] = [await bodyOf(`${name}1`), await bodyOf(`${name}2`)]
  const send = (body: object) => room.ask('POST', path, { key, body, token: room.adminToken })
  const first = await send(one)
  expect(first.status).toBeLessThan(300)
  const before = await room.countEvents()
  expect(await send(other)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  expect(await room.countEvents()).toBe(before)
  expect(await send(one)).toMatchObject({ status: first.status, body: first.body })
})
