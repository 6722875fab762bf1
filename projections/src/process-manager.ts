import type { QueuedCommand } from '@shop/language/commands'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'

/** Reacts to what happened by asking for what should happen next. Pure: it decides, the queue delivers. */
export type ProcessManager = Readonly<{
  /** Names the checkpoint. Raise the number to ask anew from the start of the log: what is done already stays done. */
  name: `${string}@${number}`
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => readonly Ask[]
  }
}>

export type Ask = Readonly<{
  command: QueuedCommand
  /** Counted from when the event was recorded. */
  delayMs?: number
}>

type Handler = (event: Recorded) => readonly Ask[]

/** What a process asks for after an event; nothing where it does not know the type. */
export const asksOf = ({ on }: ProcessManager, event: Recorded): readonly Ask[] =>
  (on as Record<string, Handler | undefined>)[event.type]?.(event) ?? []
