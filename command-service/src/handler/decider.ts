import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream as pure functions: they use no clock, no database and no promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  /** `number` is the event's version in its stream, from 0. */
  evolve: (state: State, event: E, number?: number) => State
  /** Returns the events that the command causes, or `[]` if nothing changes. Throws a ShopError to refuse the command. */
  decide: (command: Command, state: State) => readonly E[]
  /**
   * Whether a repeat of this command is harmless. This is so if the command only makes sure that something is true, or if the state allows
   * the command only once. The handler then decides a repeat like a new command, and need not look up the command's id.
   */
  isGuarded?: (command: Command) => boolean
  /**
   * Whether a command creates its stream. If so, and if the stream is not in memory, the handler assumes an empty stream and does not read
   * the log. If the stream has events after all, the append conflicts.
   */
  begins?: (command: Command) => boolean
  /** The number of entries that the state holds, if it can hold many. This number counts against the memory limit for streams. */
  sizeOf?: (state: State) => number
  /** The form of the state in snapshots. Absent if the state holds personal fields; such streams are short. */
  snapshot?: SnapshotForm<State>
}>

export type SnapshotForm<State> = Readonly<{
  /** A name such as `stock@2`. Raise the number when `evolve` or the form changes. Snapshots with another name are then ignored. */
  name: `${string}@${number}`
  /** The state as plain JSON. */
  write: (state: State) => unknown
  /** Restores the state from what `write` returned. */
  read: (stored: never) => State
}>
