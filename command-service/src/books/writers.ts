import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'

/** The first release that keeps orders, stock and refunds consistent has the read model `orders@8` (decisions O1 to O8). */
const FIRST_ORDERS_MODEL = 8

/** TABLE: the schema versions of events in that release. */
const FORMS: Readonly<Record<string, number>> = {
  OrderStatusChanged: 3,
  OrderDeleted: 3,
  OrderRestored: 6,
  OrderRefundRequested: 2,
}

export const isOfEarlierForm = ({ type, metadata }: Recorded) => metadata.schemaVersion < (FORMS[type] ?? 0)

/** `isEarlier`: the release did not keep orders, stock and refunds consistent. */
export type Writer = Readonly<{ release: string; isEarlier: boolean }>

/**
 * Finds the release that wrote an event, from the recorded starts of the shop. An event in an earlier form always comes from an earlier
 * release.
 */
export function followWriters() {
  let started: Writer | undefined
  /** Whether the newest event of a type in FORMS had an earlier form. Used only until the first recorded start. */
  let seemsEarlier = false
  /** The positions where another release begins to write. */
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
    /** Pass the event at this position to `of` first. */
    at: (position: string): Writer =>
      changes.findLast((turn) => turn.position <= position)?.writer ?? { release: 'unknown', isEarlier: false },
  }
}
