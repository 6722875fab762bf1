import type { QueuedCommand } from '@shop/language/commands'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { idFrom } from '@shop/language/id-from'

/** Answers events with commands. Pure: it decides, and the queue delivers. */
export type ProcessManager = Readonly<{
  /** The name of the checkpoint. A higher number starts again at the beginning of the log; finished work is not repeated. */
  name: `${string}@${number}`
  /**
   * Where it starts without a checkpoint in this log, because it never ran here or all jobs were lost: at the beginning of the log, or one
   * day back if older work is of no use.
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

/**
 * The commands that follow an event; none for one that the process manager does not handle. Throws for a handled event that cannot be
 * read.
 */
export function asksOf({ on }: ProcessManager, event: Recorded): readonly Ask[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (handle && event.unreadable) throw event.unreadable
  return handle?.(event) ?? []
}

/**
 * The jobs that follow an event, with the time each is due. The same event always gives the same ids, so that finished work is not
 * repeated.
 */
export const jobsOf = (process: ProcessManager, event: Recorded) =>
  asksOf(process, event).map(({ command, delayMs = 0 }, index) => {
    const [family = process.name] = process.name.split('@')
    const id = idFrom(family, event.id, String(index))
    return { id, command, dueMs: Date.parse(event.metadata.recordedAt) + delayMs }
  })
