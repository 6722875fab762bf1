import { caseStream } from '@shop/language/case/events'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { idFrom } from '@shop/language/values/id-from'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebhookVerdict } from '../payment/verify-webhook.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
let verdict: WebhookVerdict
beforeAll(async () => {
  room = await startRoom()
  Object.assign(room.parts, { checkWebhook: async () => verdict })
})
afterAll(() => room.stop())

async function send(as: WebhookVerdict) {
  verdict = as
  const body = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'PP1' } }
  return (await room.ask('POST', '/webhooks/paypal', { body })).status
}
const typesIn = async (stream: string) => {
  const events = await Array.fromAsync(room.log.readStream(stream))
  return events.map(({ type }) => type)
}
const caseEvents = () => typesIn(caseStream(idFrom('case', 'webhooks-unverified', '')))

test('unverified webhooks get 401 and make one case, until a webhook is verified; forged webhooks only get 401', async () => {
  expect(await send({ is: 'forged' })).toBe(401)
  expect(await caseEvents()).toEqual([])
  for (const _ of [1, 2, 3]) expect(await send({ is: 'unverified', code: 'WRONG_SIGNATURE' })).toBe(401)
  expect(await send({ is: 'forged' })).toBe(401)
  expect(await caseEvents()).toEqual(['CaseOpened', 'CaseUpdated'])
  expect(await typesIn(signalsOf('PP1'))).toEqual([])
  for (const _ of [1, 2]) expect(await send({ is: 'genuine' })).toBe(200)
  expect(await caseEvents()).toEqual(['CaseOpened', 'CaseUpdated', 'CaseClosed'])
  expect(await send({ is: 'unverified', code: 'NO_CERTIFICATE' })).toBe(401)
  expect((await caseEvents()).at(-1)).toBe('CaseReopened')
})
