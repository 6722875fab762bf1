import type { QueuedCommand } from '@shop/language/commands'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { idFrom } from '@shop/language/id-from'

/** Follows events with commands. Pure: it decides, the queue delivers. */
export type ProcessManager = Readonly<{
  /** The name of the checkpoint. Raise the number to begin again at the start of the log: what was done is not done again. */
  name: `${string}@${number}`
  /**
   * Where one begins that has no checkpoint in this log, since it was never run here or all jobs were lost: at the start of the log, or
   * with what happened within a day, where what it does is of no use later.
   */
  begins?: 'a day back'
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => readonly Ask[]
  }
}>

export type Ask = Readonly<{
  command: QueuedCommand
  /** Counted from the time of the event. */
  delayMs?: number
}>

type Handler = (event: Recorded) => readonly Ask[]

/** The commands that follow an event; none for one that the process manager does not handle. Throws for one that it handles and that cannot be read. */
export function asksOf({ on }: ProcessManager, event: Recorded): readonly Ask[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (handle && event.unreadable) throw event.unreadable
  return handle?.(event) ?? []
}

/** The jobs that follow an event, and when each is due. The same event always gives the same ids, so that what was done is not done again. */
export const jobsOf = (process: ProcessManager, event: Recorded) =>
  asksOf(process, event).map(({ command, delayMs = 0 }, index) => {
    const [family = process.name] = process.name.split('@')
    const id = idFrom(family, event.id, String(index))
    return { id, command, dueMs: Date.parse(event.metadata.recordedAt) + delayMs }
  })
