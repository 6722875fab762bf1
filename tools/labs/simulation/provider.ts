import type { Signal } from '@shop/language/events/signal-events'
import { oneOf, type Random, wholeBelow } from '@shop/language/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf, refundsOf } from '../../../command-service/src/test-support/fake-refunds.ts'
import type { Held } from '../../../command-service/src/test-support/held-order.ts'

type Said = Partial<Signal> & Pick<Signal, 'what' | 'signalId'>

/** What the provider tells the shop by itself: each thing that has happened there is a webhook, which is on its way until the shop has it. */
export function createWebhooks(world: World) {
  const arrived = new Set<string>()
  const onTheirWay = () =>
    [...world.bank.orders.values()].flatMap(webhooksOf).filter(({ signalId }) => !arrived.has(signalId))

  return {
    onTheirWay,
    /** It comes; one that comes `again` is on its way still. The provider repeats what the shop did not take. */
    async deliver(said: Said, { again = false } = {}) {
      await world.signal(said)
      if (!again) arrived.add(said.signalId)
    },
    /** It never comes. */
    lose: ({ signalId }: Said) => arrived.add(signalId),
  }
}
/** In any order. */
export const shuffled = <T>(random: Random, all: readonly T[]): readonly T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one)

/** What somebody has given back or disputes there is told by nothing else, and the provider tries that for days. */
export const canBeLost = ({ refundId, disputeId }: Said) => !refundId && !disputeId

/** Somebody gives money back at the provider, part of it or all. */
export function giveBackThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random)
  if (!held) return
  const cents = oneOf(random, [leftOf(held), 1 + wholeBelow(random, held.amountCents)])
  if (cents > 0) bank.refundThere(held.id, cents)
}

/** Money that the provider looks at goes back as a whole. */
export function giveBackPending({ bank }: World, random: Random) {
  for (const held of bank.orders.values())
    if (held.captureId && held.captureStatus === 'PENDING' && random() < 0.25) bank.refundThere(held.id, leftOf(held))
}

/** A buyer disputes money that was taken, or a dispute goes on, is resolved, or is taken up again. */
export function disputeThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random)
  if (!held) return
  const isOver = held.dispute.at(-1)?.status === 'RESOLVED'
  bank.dispute(held.id, held.dispute.length === 0 || isOver ? 'OPEN' : oneOf(random, ['UNDER_REVIEW', 'RESOLVED']))
}

/** The provider completes refunds that it had accepted, or does not. */
export function endRefundsThere({ bank }: World, random: Random, share: number) {
  const pending = [...bank.orders.values()].flatMap(refundsOf).filter(({ status }) => status === 'PENDING')
  for (const { id } of pending)
    if (random() < share) bank.endRefund(id, oneOf(random, ['COMPLETED', 'COMPLETED', 'FAILED', 'CANCELLED']))
}

function oneTaken({ orders }: World['bank'], random: Random): Held | undefined {
  const taken = [...orders.values()].filter((held) => held.captureId && held.captureStatus === 'COMPLETED')
  return taken.length > 0 ? oneOf(random, taken) : undefined
}

function webhooksOf(held: Held): readonly Said[] {
  const { id: providerOrderId, approval, captureId, captureStatus, customId, amountCents } = held
  const checkoutId = customId ?? null
  const approved = {
    signalId: `${providerOrderId} approved`,
    what: 'CHECKOUT.ORDER.APPROVED',
    providerOrderId,
    checkoutId,
    amountCents,
  }
  if (!captureId) return approval === 'none' ? [] : [approved]
  const taken = {
    signalId: `${captureId} ${captureStatus}`,
    what: `PAYMENT.CAPTURE.${captureStatus === 'DECLINED' ? 'DENIED' : captureStatus}`,
    providerOrderId,
    captureId,
    checkoutId,
    amountCents,
  }
  const refunds = refundsOf(held).map(({ id, status, amountCents: cents, customId: own }) => ({
    signalId: `${id} ${status}`,
    what: REFUND_WEBHOOKS[status] ?? '',
    refundId: id,
    captureId,
    checkoutId: own ?? checkoutId,
    amountCents: cents,
  }))
  return [approved, taken, ...refunds, ...disputesOf(held)]
}

/** TABLE: what is sent about a refund, by its status. */
const REFUND_WEBHOOKS: Readonly<Record<string, string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  CANCELLED: 'PAYMENT.REFUND.FAILED',
}

function disputesOf({ dispute, captureId, amountCents, customId }: Held): readonly Said[] {
  const disputeId = `${captureId} dispute`
  return dispute.map(({ status, changedAt }, at) => ({
    signalId: `${disputeId} ${at}`,
    what: `CUSTOMER.DISPUTE.${status === 'RESOLVED' ? status : at === 0 ? 'CREATED' : 'UPDATED'}`,
    disputeId,
    captureId: captureId ?? null,
    checkoutId: customId ?? null,
    amountCents,
    dispute: { status, stage: null, dueAt: null, outcome: null, changedAt },
  }))
}
