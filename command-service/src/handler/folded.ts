import { NothingChanged } from '@shop/language/events/command-events'
import { type Event, type Position, type Recorded, START } from '@shop/language/events/event'
import type { Decider } from './decider.ts'

/** A stream folded to some version: its state, when it began, and where and when its last event was recorded. */
export type Folded<State> = Readonly<{
  state: State
  version: number
  position: Position
  begunAt: string
  /** When it last changed. */
  recordedAt: string
}>

/** A stream of which nothing is known yet. */
export const unbegun = <State, E extends Event>({ initialState }: Decider<State, never, E>): Folded<State> => ({
  state: initialState,
  version: -1,
  position: START,
  begunAt: '',
  recordedAt: '',
})

export function step<State, E extends Event>(
  { evolve }: Decider<State, never, E>,
  folded: Folded<State>,
  event: Recorded,
): Folded<State> {
  const { version, position, metadata } = event
  // Only tells that a command was handled: nothing has changed by it, not even the time of the last change.
  if (event.type === NothingChanged.type) return { ...folded, version, position }
  const { recordedAt } = metadata
  const begunAt = folded.begunAt || recordedAt
  return { state: evolve(folded.state, event as Event as E), version, position, begunAt, recordedAt }
}
