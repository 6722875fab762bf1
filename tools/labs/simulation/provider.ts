import type { Signal } from '@shop/language/checkout/signal-events'
import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf, refundsOf } from '../../../command-service/src/test-support/fake-refunds.ts'
import type { Held } from '../../../command-service/src/test-support/held-order.ts'

type Said = Partial<Signal> & Pick<Signal, 'what' | 'signalId'>

/** A webhook is on its way until it is accepted or lost. */
export function createWebhooks(world: World) {
  const arrived = new Set<string>()
  const onTheirWay = () =>
    [...world.bank.orders.values()].flatMap(webhooksOf).filter(({ signalId }) => !arrived.has(signalId))

  return {
    onTheirWay,
    /** `again`: the webhook is sent again later, as if the shop had not accepted it. */
    async deliver(said: Said, { again = false } = {}) {
      await world.signal(said)
      if (!again) arrived.add(said.signalId)
    },
    lose: ({ signalId }: Said) => arrived.add(signalId),
  }
}
export const shuffled = <T>(random: Random, all: readonly T[]): readonly T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one)

/** The provider repeats webhooks about refunds and disputes for days, so none of them is lost. */
export const canBeLost = ({ refundId, disputeId }: Said) => !refundId && !disputeId

export function giveBackThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random)
  if (!held) return
  const cents = oneOf(random, [leftOf(held), 1 + wholeBelow(random, held.amountCents)])
  if (cents > 0) bank.refundThere(held.id, cents)
}

export function giveBackPending({ bank }: World, random: Random) {
  for (const held of bank.orders.values())
    if (held.captureId && held.captureStatus === 'PENDING' && random() < 0.25) bank.refundThere(held.id, leftOf(held))
}

export function disputeThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random)
  if (!held) return
  const isUnderWay = held.dispute.length > 0 && held.dispute.at(-1)?.status !== 'RESOLVED'
  const status = isUnderWay ? oneOf(random, ['UNDER_REVIEW', 'RESOLVED'] as const) : 'OPEN'
  bank.dispute(held.id, status, status === 'RESOLVED' ? oneOf(random, OUTCOMES) : null)
  if (status !== 'RESOLVED' && random() < 0.3) bank.reverse(held.id)
}
const OUTCOMES = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR', 'NONE'] as const

/** The provider holds money, or has a new reason why money is pending. */
export function holdThere({ bank }: World, random: Random) {
  for (const held of bank.orders.values()) {
    const reason = oneOf(random, ['BUYER_COMPLAINT', 'CHARGEBACK', 'VERIFICATION_REQUIRED'])
    if (held.captureStatus === 'PENDING' && random() < 0.3) held.reason = reason
    if (random() < 0.2) bank.hold(held.id, reason)
  }
}

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
  const { id: providerOrderId, approval, captureId, captureStatus, reason, customId, amountCents } = held
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
    signalId: `${captureId} ${captureStatus} ${reason}`,
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
  return [approved, taken, ...refunds, ...reversalsOf(held), ...disputesOf(held)]
}

/** TABLE: the webhook of a refund, by its status. */
const REFUND_WEBHOOKS: Readonly<Record<string, string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  CANCELLED: 'PAYMENT.REFUND.FAILED',
}

/** The resource of such a webhook is the capture. Its webhook's id counts as the id of a refund. */
const reversalsOf = ({ reversals, captureId, customId }: Held): readonly Said[] =>
  reversals.map(({ id, cents: amountCents, createdAt }) => ({
    ...{ signalId: id, what: 'PAYMENT.CAPTURE.REVERSED', refundId: id, captureId: captureId ?? null },
    ...{ checkoutId: customId ?? null, amountCents, createdAt },
  }))

function disputesOf({ dispute, captureId, amountCents, customId }: Held): readonly Said[] {
  const disputeId = `${captureId} dispute`
  return dispute.map(({ status, outcome, changedAt }, at) => ({
    signalId: `${disputeId} ${at}`,
    what: `CUSTOMER.DISPUTE.${status === 'RESOLVED' ? status : at === 0 ? 'CREATED' : 'UPDATED'}`,
    disputeId,
    captureId: captureId ?? null,
    checkoutId: customId ?? null,
    amountCents,
    dispute: { status, stage: null, dueAt: null, outcome, changedAt },
    disputeOpenedAt: dispute[0]!.changedAt,
  }))
}
