import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'

/** The first release that keeps orders, stock and refunds consistent has the read model `orders@8` (decisions O1 to O8). */
const FIRST_ORDERS_MODEL = 8

/** TABLE: the events of orders, each with its schema version in the first release that keeps orders, stock and refunds consistent. */
const FORMS: Readonly<Record<string, number>> = {
  OrderStatusChanged: 3,
  OrderDeleted: 3,
  OrderRestored: 6,
  OrderRefundRequested: 2,
}

/** Whether an event is stored in a form that only earlier releases wrote. */
export const isOfEarlierForm = ({ type, metadata }: Recorded) => metadata.schemaVersion < (FORMS[type] ?? 0)

/** The release that wrote an event. `isEarlier`: this release did not keep orders, stock and refunds consistent. */
export type Writer = Readonly<{ release: string; isEarlier: boolean }>

/**
 * Finds the release that wrote an event. The shop records each start, with its release and the numbers of its read models. An event in an
 * earlier form always comes from an earlier release. This holds even if no start was recorded before it, or if a newer release was already
 * running.
 */
export function followWriters() {
  let started: Writer | undefined
  /** Used for events before the first recorded start. True if the newest event of a type in FORMS had an earlier form. */
  let seemsEarlier = false
  /** The positions at which another release begins to write. */
  const changes: Readonly<{ position: string; writer: Writer }>[] = []

  function of(event: Recorded<ShopEvent>): Writer {
    const writer = writerOf(event)
    const before = changes.at(-1)?.writer
    if (before?.release !== writer.release || before.isEarlier !== writer.isEarlier)
      changes.push({ position: event.position, writer })
    return writer
  }

  function writerOf(event: Recorded<ShopEvent>): Writer {
    const { type, data } = event
    if (type === 'ShopStarted') {
      const number = data.readModels.find((name) => name.startsWith('orders@'))?.split('@')[1]
      started = { release: data.release, isEarlier: Number(number) < FIRST_ORDERS_MODEL }
    }
    const isOld = isOfEarlierForm(event)
    if (type in FORMS) seemsEarlier = isOld
    if (!started) return { release: 'whose start is not recorded', isEarlier: seemsEarlier }
    return isOld && !started.isEarlier ? { release: `before ${started.release}`, isEarlier: true } : started
  }

  return {
    of,
    /** The writer of the event at this position. The event must have been read before. */
    at: (position: string): Writer =>
      changes.findLast((turn) => turn.position <= position)?.writer ?? { release: 'unknown', isEarlier: false },
  }
}
