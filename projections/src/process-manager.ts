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

/** The delay counts from when the job is queued, so the clock of the process that recorded the event does not matter (reliability R21). */
export type FollowUp = Readonly<
  { command: QueuedCommand; delayMs?: number } | { command: QueuedCommand; dueAt: string }
>

type Handler = (event: Recorded) => readonly FollowUp[]

/** Throws if the process manager handles the event's type but cannot read the event. */
export function followUpsOf({ on }: ProcessManager, event: Recorded): readonly FollowUp[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (handle && event.unreadable) throw event.unreadable
  return handle?.(event) ?? []
}

/** The same event always gives jobs with the same ids, so finished work is not repeated. `nowMs`: when the jobs are queued. */
export function jobsOf(process: ProcessManager, event: Recorded, nowMs = Date.parse(event.metadata.recordedAt)) {
  const [family = process.name] = process.name.split('@')
  return followUpsOf(process, event).map((followUp, index) => {
    const delayMs = delayOf(followUp, event, nowMs)
    return { id: idFrom(family, event.id, String(index)), command: followUp.command, delayMs, dueMs: nowMs + delayMs }
  })
}

/** If an event was recorded while the clock was ahead, its job waits at most from the event to the due time. */
function delayOf(followUp: FollowUp, { metadata: { recordedAt } }: Recorded, nowMs: number): number {
  if (!('dueAt' in followUp)) return followUp.delayMs ?? 0
  const dueMs = Date.parse(followUp.dueAt)
  return Math.max(0, dueMs - Math.max(nowMs, Date.parse(recordedAt)))
}
