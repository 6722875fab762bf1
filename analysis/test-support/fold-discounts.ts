import { observedIn, rounded, weekOf } from './fold-orders.ts'
import type { Fold, PastEvent } from './past.ts'

type Code = Readonly<{ emailKey: string; amountCents: number }>
type Order = Readonly<{ week: string; isFirst: boolean; listCents: number; paidCents: number; code: Code | undefined }>

function ordersLeft(past: readonly PastEvent[]): readonly Order[] {
  const orders = new Map<string, Order>()
  const deleted = new Set<string>()
  const codes = new Map<string, Code>()
  const buyers = new Set<string>()
  for (const { type, data } of past) {
    if (type === 'DiscountGiven') codes.set(data.checkoutId, data)
    if (type === 'OrderDeleted') deleted.add(data.orderId)
    if (type === 'OrderRestored') deleted.delete(data.orderId)
    if (type !== 'OrderPlaced') continue
    let listCents = 0
    for (const { priceCents, quantity } of data.items) listCents += priceCents * quantity
    const [week, isFirst] = [weekOf(data.placedAt), !buyers.has(data.customerId)]
    buyers.add(data.customerId)
    const order = { week, isFirst, listCents, paidCents: data.totalCents, code: codes.get(data.orderId) }
    orders.set(data.orderId, order)
  }
  return [...orders].filter(([id]) => !deleted.has(id)).map(([, order]) => order)
}

function subscribedIn(past: readonly PastEvent[]): ReadonlyMap<string, string> {
  const weeks = new Map<string, string>()
  for (const { type, data, recordedAt } of past)
    if (type === 'NewsletterConfirmed' && !weeks.has(data.emailKey)) weeks.set(data.emailKey, weekOf(recordedAt))
  return weeks
}

const average = (all: readonly number[]) =>
  all.length === 0 ? null : Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)
const percent = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole, 1))

export const discountCodes: Fold = (past) => {
  const orders = ordersLeft(past)
  const subscribers = [...subscribedIn(past)]
  const used = new Set(orders.map(({ code }) => code?.emailKey))
  const weeks = new Set([...orders.map(({ week }) => week), ...subscribers.map(([, week]) => week)])
  return [...weeks].toSorted().map((week) => {
    const ofWeek = orders.filter((order) => order.week === week)
    const [withCode, without] = [ofWeek.filter(({ code }) => code), ofWeek.filter(({ code }) => !code)]
    const [firstWith, firstWithout] = [
      withCode.filter(({ isFirst }) => isFirst),
      without.filter(({ isFirst }) => isFirst),
    ]
    const newOnes = subscribers.filter(([, since]) => since === week)
    const users = newOnes.filter(([emailKey]) => used.has(emailKey))
    return {
      week,
      ordersWithCode: withCode.length,
      ordersWithoutCode: without.length,
      percentWithCode: percent(withCode.length, ofWeek.length),
      firstOrdersWithCode: firstWith.length,
      firstOrdersWithoutCode: firstWithout.length,
      averageFirstBeforeDiscountCents: average(firstWith.map(({ listCents }) => listCents)),
      averageFirstWithCodeCents: average(firstWith.map(({ paidCents }) => paidCents)),
      averageFirstWithoutCodeCents: average(firstWithout.map(({ paidCents }) => paidCents)),
      averageOfAllWithoutCodeCents: average(without.map(({ paidCents }) => paidCents)),
      discountCents: withCode.reduce((sum, { code }) => sum + code!.amountCents, 0),
      newSubscribers: newOnes.length,
      codesUsed: users.length,
      percentUsed: percent(users.length, newOnes.length),
      ...observedIn(past, 'week', week),
    }
  })
}
