import type { ShopEvent } from '@shop/language/all-events'
import type { QueuedCommand } from '@shop/language/commands'
import type { Recorded } from '@shop/language/events/event'
import { idFrom } from '@shop/language/values/id-from'

/** Decides which commands follow from an event. It only returns the commands, and the job queue delivers them. */
export type ProcessManager = Readonly<{
  /**
   * The name of the checkpoint. If the number in the name is raised, the process manager starts again at the beginning of the log. Finished
   * work is not repeated.
   */
  name: `${string}@${number}`
  /**
   * Where the process manager starts if it has no checkpoint in this log, because it never ran here or because all jobs were lost. By
   * default it starts at the beginning of the log. With `a day back` it skips older events, because commands for them would come too late.
   */
  begins?: 'a day back'
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => readonly FollowUp[]
  }
}>

/** A command that follows from an event. */
export type FollowUp = Readonly<{
  command: QueuedCommand
  /** The delay after the time of the event. */
  delayMs?: number
}>

type Handler = (event: Recorded) => readonly FollowUp[]

/**
 * The commands that follow from an event. If the process manager does not handle the event's type, no command follows. Throws if it handles
 * the type but cannot read the event.
 */
export function followUpsOf({ on }: ProcessManager, event: Recorded): readonly FollowUp[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (handle && event.unreadable) throw event.unreadable
  return handle?.(event) ?? []
}

/**
 * The jobs that follow from an event, each with the time at which it is due. The same event always gives jobs with the same ids, so
 * finished work is not repeated.
 */
export const jobsOf = (process: ProcessManager, event: Recorded) =>
  followUpsOf(process, event).map(({ command, delayMs = 0 }, index) => {
    const [family = process.name] = process.name.split('@')
    const id = idFrom(family, event.id, String(index))
    return { id, command, dueMs: Date.parse(event.metadata.recordedAt) + delayMs }
  })
