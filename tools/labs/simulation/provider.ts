import type { Signal } from '@shop/language/events/signal-events'
import { oneOf, type Random, wholeBelow } from '@shop/language/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf, partIdOf, THERE } from '../../../command-service/src/test-support/fake-refunds.ts'
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
/** What somebody has given back or disputes there is told by nothing else, and the provider tries that for days. */
export const canBeLost = ({ refundId, disputeId }: Said) => !refundId && !disputeId

/** Somebody gives money back at the provider, part of it or all; what is pending goes back as a whole. */
export function giveBackThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random, ['COMPLETED', 'PENDING'])
  if (!held) return
  const all = leftOf(held)
  const cents = held.captureStatus === 'PENDING' ? all : oneOf(random, [all, 1 + wholeBelow(random, held.amountCents)])
  if (cents > 0) bank.refundThere(held.id, cents)
}

/** A buyer disputes money that was taken, or a dispute is resolved. */
export function disputeThere({ bank }: World, random: Random) {
  const held = oneTaken(bank, random, ['COMPLETED'])
  if (held) bank.dispute(held.id)
}

function oneTaken(
  { orders }: World['bank'],
  random: Random,
  statuses: readonly Held['captureStatus'][],
): Held | undefined {
  const taken = [...orders.values()].filter((held) => held.captureId && statuses.includes(held.captureStatus))
  return taken.length > 0 ? oneOf(random, taken) : undefined
}

function webhooksOf(held: Held): readonly Said[] {
  const { id: providerOrderId, approval, captureId, captureStatus, customId, amountCents, refundId, parts } = held
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
  const back = (refundId: string, cents: number, custom: string | null) => ({
    signalId: `${refundId} refunded`,
    what: 'PAYMENT.CAPTURE.REFUNDED',
    refundId,
    captureId,
    checkoutId: custom,
    amountCents: cents,
  })
  const ofParts = [...parts].map(([partId, cents]) =>
    back(partIdOf(held, partId), cents, partId.startsWith(THERE) ? checkoutId : partId),
  )
  const sumOfParts = [...parts.values()].reduce((sum, cents) => sum + cents, 0)
  const ofRest = refundId ? [back(refundId, amountCents - sumOfParts, checkoutId)] : []
  return [approved, taken, ...ofParts, ...ofRest, ...disputesOf(held)]
}

function disputesOf({ dispute, captureId, amountCents, customId }: Held): readonly Said[] {
  const disputeId = `${captureId} dispute`
  const told = (['CREATED', 'RESOLVED'] as const).slice(0, { none: 0, open: 1, resolved: 2 }[dispute])
  return told.map((what) => ({
    signalId: `${disputeId} ${what}`,
    what: `CUSTOMER.DISPUTE.${what}`,
    disputeId,
    captureId: captureId ?? null,
    checkoutId: customId ?? null,
    amountCents,
  }))
}
