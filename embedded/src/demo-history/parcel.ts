import { type AskAsOwner, DAY_MS, type DemoShop, type Order } from './demo-shop.ts'
import type { Story } from './passing-time.ts'

/** TABLE: probabilities after a delivery. */
const LIKELY = { comesBack: 0.07, isAsNew: 0.85, partlyRefunded: 0.01 }
const REASONS = [
  { chosenReason: 'too-small', reason: 'Too small' },
  { chosenReason: 'too-large', reason: 'Too large' },
  { chosenReason: 'other', reason: 'Another color than in the picture' },
  { chosenReason: 'late', reason: 'Came too late' },
  { chosenReason: 'changed-mind', reason: 'Did not like it on' },
]

export async function* parcel(demo: DemoShop, order: Order, asAdmin: AskAsOwner): Story {
  const { chance, shop, customers } = demo
  const path = `/orders/${order.id}`
  await asAdmin('PUT', path, { status: 'Shipped', trackingNumber: `SV${chance.whole(10_000_000, 99_999_999)}US` })
  yield chance.between(2, 6) * DAY_MS
  await asAdmin('PUT', path, { status: 'Delivered' })
  if (chance.happens(LIKELY.partlyRefunded)) {
    const amount = Math.floor(order.total * 10) / 100
    const reason = 'A seam was open. The customer has repaired it'
    await asAdmin('POST', `${path}/refunds`, { amount, chosenReason: 'quality', reason })
  }
  if (!chance.happens(LIKELY.comesBack)) return

  yield chance.between(1, 14) * DAY_MS
  const token = customers.find(({ id }) => id === order.customerId)?.token
  const wanted = { lines: [{ line: 0, quantity: 1 }], ...chance.one(REASONS) }
  const asked = await shop.ask('POST', `/own-orders/${order.id}/returns`, { token, body: wanted })
  if (asked.status >= 300) return
  yield chance.between(3, 8) * DAY_MS
  const restocked = chance.happens(LIKELY.isAsNew) ? 1 : 0
  const received = { lines: [{ line: 0, quantity: 1, restocked }] }
  await asAdmin('PUT', `${path}/returns/${asked.body.return._id}`, received)
}
