import { loadAnyOrder } from '@shop/command-service/order/load-order'
import { isShopError } from '@shop/language/errors'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { orderStream } from '@shop/language/events/order-events'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

export type Seen = Readonly<{
  version: number
  /** How many events the log had then. */
  events: number
}>
export type Looks = ReturnType<typeof watchLooks>

/** What people decide about an order: who decides on what was before it has not seen it. */
const DECISIONS: readonly ShopEvent['type'][] = [
  'OrderStatusChanged',
  'OrderAddressChanged',
  'OrderDeleted',
  'OrderRestored',
  'RefundCaseClosed',
  'OrderRefundRequested',
  'ReturnRequested',
  'ReturnReceived',
]

const DELETIONS: readonly string[] = ['OrderDeleted', 'OrderRestored'] satisfies ShopEvent['type'][]
const DECIDED = ['CONFLICT', 'OUT_OF_STOCK', 'NOT_FOUND']

/** Watches that nobody changes an order who has seen another version of it (decisions O4). `wait` lets others do something. */
export function watchLooks(world: World, wait: () => Promise<void>, onWrong: (what: string) => void) {
  return {
    /** Somebody looks at an order, and thinks. */
    async at(orderId: string): Promise<Seen> {
      const { version } = await loadAnyOrder(world.parts().commands, orderId)
      const seen = { version, events: world.events.length }
      await wait()
      return seen
    },

    /** They decide, under this key. Nothing was decided meanwhile if the shop does it. */
    async decides<Answer>(orderId: string, seen: Seen, key: string, act: () => Promise<Answer>): Promise<Answer> {
      const answer = await act()
      const since = world.events.slice(seen.events) as unknown as readonly Recorded<ShopEvent>[]
      const ofOrder = since.filter(({ stream }) => stream === orderStream(orderId))
      const own = ofOrder.findIndex((event) => isDecision(event) && event.metadata.causationId === key)
      const missed = ofOrder.slice(0, Math.max(0, own)).find(isDecision)
      if (missed) onWrong(`${ofOrder[own]?.type} of ${orderId} was decided before ${missed.type}, and done after it`)
      return answer
    },

    /** They restore it: where nobody has deleted it, nothing is done, and nothing is refused. */
    async restores<Answer>(orderId: string, key: string, act: () => Promise<Answer>): Promise<Answer> {
      const own = () => world.events.filter(({ stream }) => stream === orderStream(orderId))
      const before = own()
      const isDeleted = () =>
        before.findLast(({ type }) => DELETIONS.includes(type))?.type === 'OrderDeleted' ||
        own()
          .slice(before.length)
          .some(({ type }) => type === 'OrderDeleted')
      try {
        const answer = await act()
        const begun = own()
          .slice(before.length)
          .find(({ type, metadata }) => type === 'ReclaimBegun' && metadata.correlationId === key)
        if (begun && !isDeleted()) onWrong(`${orderId} is not deleted, and its restoration takes pieces from stock`)
        return answer
      } catch (error) {
        if (isShopError(error) && DECIDED.includes(error.code) && !isDeleted())
          onWrong(`${orderId} is not deleted, and its restoration is refused: ${error.message}`)
        throw error
      }
    },
  }
}

const isDecision = ({ type }: ShopEvent) => DECISIONS.includes(type)
