import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CheckoutCommand, checkoutDecider } from '../../command-service/src/checkout/checkout-decider.ts'
import type { Checkout } from '../../command-service/src/checkout/checkout-state.ts'
import type { Decider } from '../../command-service/src/handler/decider.ts'
import { type OrderCommand, orderDecider } from '../../command-service/src/order/order-decider.ts'
import type { Order } from '../../command-service/src/order/order-state.ts'
import { isBack } from '../../command-service/src/order/stock-moves.ts'
import { allEvents } from '../../shared/language/src/all-events.ts'
import { isShopError } from '../../shared/language/src/errors.ts'
import type { Event } from '../../shared/language/src/events/event.ts'
import { orderStatuses } from '../../shared/language/src/order/status.ts'

const domain = readFileSync('docs/domain.md', 'utf8')
const [, checkouts = '', orders = ''] = domain.split('```mermaid\nstateDiagram-v2\n')

test.each([
  ['checkouts', checkouts, () => walk(checkoutDecider, checkoutCommands, statusOfCheckout, keyOfCheckout)],
  ['orders', orders, () => walk(orderDecider, orderCommands, statusOfOrder, keyOfOrder)],
])('the diagram of %s in docs/domain.md has the arrows that the decider allows, and no others', (_, text, walked) => {
  expect(arrowsIn(text.split('```', 1)[0] ?? '').toSorted()).toEqual([...walked()].toSorted())
})

test('every event that docs/domain.md names exists', () => {
  const named = [...domain.matchAll(/`([A-Z][a-z]+[A-Z]\w+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !allEvents.some(({ type }) => type === name))).toEqual([])
})

/** Reads the lines `from --> to: Event`. If `from` or `to` is a group of states, the line stands for several arrows. */
function arrowsIn(diagram: string): readonly string[] {
  const groups = new Map<string, ReadonlySet<string>>()
  for (const [, name = '', body = ''] of diagram.matchAll(/as (\w+) \{\n([^}]*)\}/g))
    groups.set(name, new Set(body.match(/(?<=^ *)\w+/gm)))
  const each = (name: string) => [...(groups.get(name) ?? [name])]
  return [...diagram.matchAll(/^ *(\S+) --> (\w+): (\w+)/gm)].flatMap(([, from = '', to = '', event]) =>
    each(from).flatMap((one) => each(to).map((other) => `${one} --> ${other}: ${event}`)),
  )
}

/**
 * Tries all commands in all states that they reach, and returns the changes of status as `from --> to: Event`. States with the same key
 * count as one.
 */
function walk<State, Command, E extends Event>(
  { initialState, evolve, decide }: Decider<State, Command, E>,
  commandsIn: (state: State) => readonly Command[],
  statusOf: (state: State) => string,
  keyOf: (state: State) => string,
): ReadonlySet<string> {
  const arrows = new Set<string>()
  const known = new Set([keyOf(initialState)])
  const reached = [initialState]
  for (const state of reached)
    for (const command of commandsIn(state)) {
      let after = state
      for (const event of eventsOf(() => decide(command, state))) {
        const before = statusOf(after)
        after = evolve(after, event)
        if (before !== statusOf(after)) arrows.add(`${before} --> ${statusOf(after)}: ${event.type}`)
      }
      if (known.has(keyOf(after))) continue
      known.add(keyOf(after))
      reached.push(after)
    }
  return arrows
}

/** The events of a command; none if the command is refused. */
function eventsOf<E>(decide: () => readonly E[]): readonly E[] {
  try {
    return decide()
  } catch (refusal) {
    if (!isShopError(refusal)) throw refusal
    return []
  }
}

const at = '2026-01-01T10:00:00.000Z'
const late = '2026-01-01T11:00:00.000Z'
const words = { name: 'Linen Shirt', image: '', sku: '', size: 'M', color: 'Red' }
const shirt = { productId: 'shirt', ...words, quantity: 1, priceCents: 2500, paidCents: 2500 }
const to = { shippingAddress: null, country: '' }
const bought = { customerId: 'ada', items: [shirt], totalCents: 2500, ...to, paymentMethod: 'PayPal' }
const reason = ''
const code = ''

const statusOfCheckout = (checkout: Checkout | undefined) => checkout?.status ?? '[*]'

const keyOfCheckout = (checkout: Checkout | undefined) => {
  if (!checkout) return ''
  const { status, held, payment, pending, refunds, refusals, takenBy } = checkout
  const money = [payment?.captureId, pending?.captureId, ...refunds.keys()]
  const refused = [...refusals].map(([id, { final }]) => `${id} ${final}`)
  return JSON.stringify([status, held, money, refused, takenBy])
}

/** TABLE: the commands to try in a state, by type. So a new type of command must be added here. */
function checkoutCommands(checkout: Checkout | undefined): readonly CheckoutCommand[] {
  const lapses = checkout?.lapses ?? 0
  const payments = ['1', '2'].map((n) => ({ providerOrderId: `pp${n}`, captureId: `cap${n}`, amountCents: 2500 }))
  const commands: { [Type in CheckoutCommand['type']]: readonly Sample<CheckoutCommand, Type>[] } = {
    Start: [{ facts: { ...bought, startedAt: at, expiresAt: at } }],
    Reopen: [{ expiresAt: at, lapses }],
    NoteHeld: [{ lapses }],
    HoldAgain: [{}],
    Expire: [{ at: late }],
    Supersede: [{ by: 'c2' }],
    JoinPurchase: [{ purchaseId: 'c0' }],
    TakePurchase: [{ by: 'c2' }],
    FreePurchase: [{ by: 'c2' }],
    Abandon: [{ reason, lapses }],
    Finalize: [{ orderId: 'c1', taken: [] }],
    StartPayment: payments,
    Pay: payments.map((money) => ({ ...money, heldLapses: lapses, at })),
    NotePending: payments.map((money) => ({ ...money, holdUntil: at, heldLapses: lapses, reason, at })),
    NoteRefusal: payments.flatMap((money) =>
      [true, false].map((final) => ({ ...money, code, final, meaning: 'refused', at })),
    ),
    RetryPayment: payments,
    NoteUnanswered: payments.map((money) => ({ ...money, at })),
    NoteStartRefusal: [{ code, meaning: 'refused', attempt: 0 }],
    GiveUp: [{ reason }],
    RequestRefund: payments.map((money) => ({ ...money, reason })),
    NoteRefund: payments.map((money) => ({ ...money, refundId: 'r1' })),
    NoteRefundPending: payments.map((money) => ({ ...money, refundId: 'r1', at })),
    NoteRefundDelayed: payments.map((money) => ({ ...money, attempt: 0, code, at })),
    NoteRefundRefused: payments.map((money) => ({ ...money, attempt: 0, code })),
    NoteRefundFailed: payments.map((money) => ({ ...money, refundId: 'r1', code })),
  }
  return listed(commands, { checkoutId: 'c1' })
}

const statusOfOrder = (order: Order | undefined) => (order?.deleted ? 'Deleted' : (order?.status ?? '[*]'))

const keyOfOrder = (order: Order | undefined) => {
  if (!order) return ''
  const { status, deleted, lines, refunds, returns, refundDue, reclaim } = order
  const isRefunded = refunds.some(({ state }) => state !== 'refused')
  const isAwaited = returns.some(({ received }) => !received)
  return JSON.stringify([status, deleted, lines, isRefunded, isAwaited, refundDue, reclaim !== undefined])
}

/** TABLE: the commands to try in a state, by type. The shop requests at most one refund and two returns of an order. */
function orderCommands(order: Order | undefined): readonly OrderCommand[] {
  const { refunds = [], returns = [], moves = [], reclaim } = order ?? {}
  const holdId = reclaim?.holdId ?? ''
  const reserved = { holdId, lines: [] }
  const refundId = `r${refunds.length}`
  const returnId = `b${returns.length}`
  const pieces = [{ line: 0, quantity: 1 }]
  const isFull = refunds.length > 0 || returns.length > 1
  const known = refunds.map((refund) => ({ refundId: refund.refundId, providerRefundId: `p-${refund.refundId}` }))
  const reported = {
    providerRefundId: 'p',
    status: 'made',
    captureId: 'cap1',
    amountCents: 2500,
    currency: 'USD',
  } as const
  const commands: { [Type in OrderCommand['type']]: readonly Sample<OrderCommand, Type>[] } = {
    Place: [{ facts: { ...bought, orderId: 'c1', captureId: 'cap1', paidAt: at, placedAt: at } }],
    ChangeStatus: orderStatuses.flatMap((status) => [
      { status, reserved, at },
      ...(isFull ? [] : [{ status, refund: { refundId }, at }]),
      { status, refund: 'none' as const, at },
    ]),
    Cancel: isFull ? [] : [{ refundId, at }],
    Delete: [{}],
    Restore: [{ at, reserved }],
    RefundDeleted: isFull ? [] : [{ refundId, reason, at }],
    BeginReclaim: (['leaving Cancelled', 'restoring', 'lacking pieces'] as const).map((before) => ({ before })),
    EndReclaim: [{ holdId }],
    NoteBack: moves.filter(isBack).map(({ moveId }) => ({ moveId })),
    ChangeAddress: [],
    RequestReturn: isFull ? [] : [{ returnId, pieces, at }],
    ReceiveReturn: returns.map((one) => ({
      returnId: one.returnId,
      received: [{ line: 0, quantity: 1, restocked: 1 }],
      refundId,
      at,
    })),
    RequestRefund: isFull ? [] : [{ refundId, at }],
    OpenRefundCase: [{}],
    CloseRefundCase: [{ reason }],
    NoteRefunded: known,
    NoteRefundPending: known.map((refund) => ({ ...refund, at })),
    NoteRefundDelayed: known.map((refund) => ({ ...refund, attempt: 0, code, at })),
    NoteRefundRefused: known.map((refund) => ({ ...refund, code })),
    NoteRefundFailed: known.map((refund) => ({ ...refund, code })),
    NoteProviderRefund: [{ ...reported, at }],
    NoteFullyRefunded: known.map((refund) => ({ ...refund, reported: [reported], at })),
  }
  return listed(commands, {})
}

type Sample<Command extends { type: string }, Type> = DistributiveOmit<
  Extract<Command, { type: Type }>,
  'type' | 'checkoutId'
>
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const listed = <Command>(commands: Readonly<Record<string, readonly object[]>>, id: object) =>
  Object.entries(commands).flatMap(([type, samples]) =>
    samples.map((sample) => ({ type, ...id, ...sample }) as Command),
  )
