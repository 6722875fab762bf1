import { isShopError } from '@shop/language/errors'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { leftOf } from '../../../command-service/src/test-support/fake-refunds.ts'

/** A press of the button to pay. Without `checkoutId`, the press can be for any checkout of the customer. */
type Press = Readonly<{ customer: string; checkoutId: string | undefined; providerOrderId: string | undefined }>
type Promised = Readonly<{ customer: string; checkoutId: string }>

export type Promises = ReturnType<typeof watchPromises>

/**
 * Checks that a buyer who has read "Nothing was charged" is charged only after pressing the button again (decisions M13: refused means
 * refused).
 */
export function watchPromises(bank: () => World['bank'], onWrong: (what: string) => void) {
  const underWay = new Set<Press>()
  /** By the provider's order id. */
  const promised = new Map<string, Promised>()

  function read({ customer, checkoutId, providerOrderId }: Press) {
    const held = providerOrderId === undefined ? undefined : bank().orders.get(providerOrderId)
    if (!held || checkoutId === undefined) return
    if (held.captureId && held.captureStatus !== 'DECLINED' && leftOf(held) > 0)
      onWrong(`The buyer of ${checkoutId} reads that nothing was charged, and the bank holds ${held.captureId}`)
    const promise = { customer, checkoutId }
    // A payment from another tab may still charge the buyer.
    if (![...underWay].some((other) => isFor(other, promise))) promised.set(held.id, promise)
  }

  return {
    async press<Answer>(press: Press, pay: () => Promise<Answer>): Promise<Answer> {
      for (const [order, promise] of promised) if (isFor(press, promise)) promised.delete(order)
      underWay.add(press)
      try {
        const answer = await pay()
        underWay.delete(press)
        return answer
      } catch (error) {
        underWay.delete(press)
        if (isShopError(error) && NOTHING_CHARGED.test(error.message)) read(press)
        throw error
      }
    },
    isTaken(providerOrderId: string) {
      const promise = promised.get(providerOrderId)
      if (!promise) return
      onWrong(
        `${providerOrderId} is captured, and the buyer of ${promise.checkoutId} has read that nothing was charged`,
      )
    },
  }
}

const isFor = (press: Press, { customer, checkoutId }: Promised) =>
  press.checkoutId === undefined ? press.customer === customer : press.checkoutId === checkoutId

const NOTHING_CHARGED = /Nothing was charged/
