import type { ShopEvent } from '@shop/language/all-events'
import type { QueuedCommand } from '@shop/language/commands'
import type { Recorded } from '@shop/language/events/event'
import { idFrom } from '@shop/language/values/id-from'

export type ProcessManager = Readonly<{
  /** The name of the checkpoint. With a higher number, the process manager starts without a checkpoint. */
  name: `${string}@${number}`
  /**
   * Where the process manager starts if it has no checkpoint in this log. Default: at the beginning. `a day back`: at the events of the
   * last day, because commands for older events would come too late.
   */
  begins?: 'a day back'
  /** Events of these types are taken from the beginning of the log all the same. */
  neverTooLate?: readonly ShopEvent['type'][]
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => readonly FollowUp[]
  }
}>

export type FollowUp = Readonly<{
  command: QueuedCommand
  /** The delay, in ms, after the time of the event. */
  delayMs?: number
}>

type Handler = (event: Recorded) => readonly FollowUp[]

/** Throws if the process manager handles the event's type but cannot read the event. */
export function followUpsOf({ on }: ProcessManager, event: Recorded): readonly FollowUp[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (handle && event.unreadable) throw event.unreadable
  return handle?.(event) ?? []
}

/** The same event always gives jobs with the same ids, so finished work is not repeated. */
export const jobsOf = (process: ProcessManager, event: Recorded) =>
  followUpsOf(process, event).map(({ command, delayMs = 0 }, index) => {
    const [family = process.name] = process.name.split('@')
    const id = idFrom(family, event.id, String(index))
    return { id, command, delayMs, dueMs: Date.parse(event.metadata.recordedAt) + delayMs }
  })
