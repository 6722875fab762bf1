import { type Position, START } from '@shop/language/events/event'
import { isOfStock, stockEvents } from '@shop/language/stock/events'
import { type CountedLines, linesAfter, noPieces } from '@shop/language/stock/lines'
import { type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'

const COUNTED_EVERY_MS = 10_000
const TYPES = stockEvents.map(({ type }) => type)

/** The first call reads the log; later calls read newer events, at most every ten seconds. */
export function createPiecesInShop(log: Pick<EventReader, 'follow'>, now = () => performance.now()) {
  const linesOf = new Map<string, CountedLines>()
  let read: Position = START
  let counting: Promise<number> | undefined
  let startedMs = 0
  let isCounting = false

  async function catchUp() {
    const done = new AbortController()
    try {
      for await (const { events, upTo, caughtUp } of log.follow(read, done.signal, TYPES)) {
        for (const event of events.filter(isOfStock)) {
          const { productId } = event.data
          linesOf.set(productId, linesAfter(linesOf.get(productId) ?? noPieces, event))
        }
        read = upTo
        if (caughtUp) return
      }
    } catch (error) {
      if (error instanceof LogWentBack) {
        linesOf.clear()
        read = START
      }
      throw error
    } finally {
      done.abort()
    }
  }

  async function count() {
    isCounting = true
    startedMs = now()
    try {
      await catchUp()
      return [...linesOf.values()].flat().reduce((sum, { onHand }) => sum + onHand, 0)
    } catch (error) {
      counting = undefined
      throw error
    } finally {
      isCounting = false
    }
  }

  return (): Promise<number> => {
    if (!counting || (!isCounting && now() - startedMs >= COUNTED_EVERY_MS)) counting = count()
    return counting
  }
}
