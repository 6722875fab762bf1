import { NothingChanged } from '@shop/language/events/command-events'
import { type Event, type Position, type Recorded, START } from '@shop/language/events/event'
import type { Decider } from './decider.ts'

/** `begunAt`: the time of the first event that changed something. */
export type Folded<State> = Readonly<{
  state: State
  version: number
  position: Position
  begunAt: string
  recordedAt: string
}>

export const emptyStream = <State, E extends Event>({ initialState }: Decider<State, never, E>): Folded<State> => ({
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
  // The event only records a handled command: the state and the time of the last change stay.
  if (event.type === NothingChanged.type) return { ...folded, version, position }
  const { recordedAt } = metadata
  const begunAt = folded.begunAt || recordedAt
  return { state: evolve(folded.state, event as Event as E, version), version, position, begunAt, recordedAt }
}
