import { caseStream } from '@shop/language/case/events'
import { signalsOf } from '@shop/language/checkout/signal-events'
import { idFrom } from '@shop/language/values/id-from'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paypalEventTypes } from '../test-support/paypal-event-types.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
  Object.assign(room.parts, { checkWebhook: async () => ({ is: 'genuine' }) })
})
afterAll(() => room.stop())

const send = (id: string, event_type: string, resource: unknown) =>
  room.ask('POST', '/webhooks/paypal', { body: { id, event_type, resource } })
const eventsIn = async (...streams: readonly string[]) => {
  const read = streams.map((stream) => Array.fromAsync(room.log.readStream(stream)))
  return (await Promise.all(read))
    .flat()
    .map(({ type, data }): Record<string, unknown> => ({ ...(data as object), type }))
}
const cases = () => eventsIn(caseStream(idFrom('case', 'webhook-unknown', '')))

/** TABLE: the resource of each followed event, by the beginning of the event's type. */
const resources: Readonly<Record<string, object>> = {
  'CHECKOUT.': { id: 'PP1', purchase_units: [{ custom_id: 'chk-1' }] },
  'PAYMENT.': { id: 'CAP1', amount: { currency_code: 'USD', value: '1.00' } },
  'CUSTOMER.DISPUTE.': { dispute_id: 'PP-D-1' },
}
const isFollowed = (type: string) =>
  /^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE|PAYMENT\.REFUND|CUSTOMER\.DISPUTE)\./.test(type) ||
  type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED'

describe.each(paypalEventTypes)('%s', (type) => {
  const id = `WH-${type}`

  test('is answered with 200, and recorded as a signal if the shop follows it', async () => {
    const known = Object.entries(resources).find(([begins]) => type.startsWith(begins))?.[1]
    expect(await send(id, type, known)).toMatchObject({ status: 200, body: { message: 'Received' } })
    const signals = await eventsIn(...['PP1', 'CAP1', 'PP-D-1'].map(signalsOf))
    expect(signals.filter(({ signalId }) => signalId === id)).toHaveLength(isFollowed(type) ? 1 : 0)
  })

  test('in an unknown form is answered with 200, and makes a case if the shop follows it', async () => {
    const before = (await cases()).length
    expect(await send(`${id}-2`, type, [{ amount: 'of another version' }])).toMatchObject({ status: 200 })
    expect((await cases()).slice(before)).toMatchObject(isFollowed(type) ? [{ code: type, debugId: `${id}-2` }] : [])
  })
})

test('all webhooks that are not understood make one case, which an admin sees', async () => {
  const [opened, ...updated] = await cases()
  expect(opened).toMatchObject({ type: 'CaseOpened', kind: 'webhook-unknown', amountCents: 0 })
  expect(new Set(updated.map(({ type }) => type))).toEqual(new Set(['CaseUpdated']))
})
