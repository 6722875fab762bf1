import { type Event, type Position, type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Decider } from './decider.ts'

/** A stream folded to some version: its state, when it began, and where and when its last event was recorded. */
export type Folded<State> = Readonly<{
  state: State
  version: number
  position: Position
  begunAt: string
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
  const { recordedAt } = metadata
  const begunAt = folded.begunAt || recordedAt
  return { state: evolve(folded.state, event as Event as E), version, position, begunAt, recordedAt }
}

/** A stream as it was right after one of its events. */
export async function foldUpTo<State, E extends Event>(
  log: EventReader,
  decider: Decider<State, never, E>,
  stream: string,
  version: number,
): Promise<Folded<State>> {
  let folded: Folded<State> = unbegun(decider)
  for await (const event of log.readStream(stream)) {
    folded = step(decider, folded, event)
    if (event.version === version) break
  }
  return folded
}
