import { loadAnyOrder } from '@shop/command-service/order/load-order'
import type { ShopEvent } from '@shop/language/all-events'
import { isShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { orderStream } from '@shop/language/order/events'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

export type Seen = Readonly<{
  version: number
  /** The number of events in the log when the order was seen. */
  events: number
}>
export type Looks = ReturnType<typeof watchLooks>

/** A person's decisions about an order. After such an event, the version that other people saw is out of date. */
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

/**
 * Checks that a person who changes an order has seen its newest version (decisions O4: versions of orders). `wait` lets other tasks run.
 */
export function watchLooks(world: World, wait: () => Promise<void>, onWrong: (what: string) => void) {
  return {
    async at(orderId: string): Promise<Seen> {
      const { version } = await loadAnyOrder(world.parts().commands, orderId)
      const seen = { version, events: world.events.length }
      await wait()
      return seen
    },

    async decides<Answer>(orderId: string, seen: Seen, key: string, act: () => Promise<Answer>): Promise<Answer> {
      const answer = await act()
      const since = world.events.slice(seen.events) as unknown as readonly Recorded<ShopEvent>[]
      const ofOrder = since.filter(({ stream }) => stream === orderStream(orderId))
      const own = ofOrder.findIndex((event) => isDecision(event) && event.metadata.causationId === key)
      const missed = ofOrder.slice(0, Math.max(0, own)).find(isDecision)
      if (missed) onWrong(`${ofOrder[own]?.type} of ${orderId} was decided by a person who had not seen ${missed.type}`)
      return answer
    },

    /** If the order is not deleted, the shop must change nothing, and must not refuse the request. */
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
