import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream, as pure pieces: no clock, no database, no promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  evolve: (state: State, event: E) => State
  /** Returns what happens, `[]` when nothing needs to; throws ShopError to refuse. */
  decide: (command: Command, state: State) => readonly E[]
  /**
   * Commands that ask for a state rather than for a change, or that the state itself lets happen only once: asked
   * for again, they are decided on the state, and nobody has to remember their ids.
   */
  isGuarded?: (command: Command) => boolean
  /** Commands that make a stream: a stream of which nothing is known is taken for empty, which the log denies if it is not. */
  begins?: (command: Command) => boolean
  /** How many things the state holds, where that is not always a few: counts against the memory for streams. */
  sizeOf?: (state: State) => number
  /** How the state is kept in snapshots. Absent where it holds what is personal: such streams are short. */
  snapshot?: SnapshotForm<State>
}>

export type SnapshotForm<State> = Readonly<{
  /** `stock@1`. Raise the number when `evolve` or the form changes: what an older fold has kept is not used any more. */
  name: `${string}@${number}`
  /** The state as plain JSON. */
  write: (state: State) => unknown
  /** The state again, from what `write` made. */
  read: (stored: never) => State
}>
