import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream, without clock, database or promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  /** `number`: the event's version in its stream, from 0. */
  evolve: (state: State, event: E, number?: number) => State
  /** Returns `[]` if nothing changes. Throws a ShopError to refuse the command. */
  decide: (command: Command, state: State) => readonly E[]
  /** Whether `decide` has nothing left to do when this command is repeated. If so, the handler looks for a repeat only in memory. */
  isGuarded?: (command: Command) => boolean
  /**
   * Whether the command creates its stream. If so, the handler assumes an empty stream without reading the log. If the stream has events
   * after all, the append conflicts.
   */
  begins?: (command: Command) => boolean
  /** How many entries a large state holds. They count against the memory limit for streams. */
  sizeOf?: (state: State) => number
  /** Absent if the state holds personal fields. */
  snapshot?: SnapshotForm<State>
}>

export type SnapshotForm<State> = Readonly<{
  /** A name such as `stock@2`. Raise the number when `evolve` or the form changes: snapshots with another name are ignored. */
  name: `${string}@${number}`
  /** Returns the state as plain JSON. */
  write: (state: State) => unknown
  read: (stored: never) => State
}>

/** The commands of a union, each without the fields that are added later. */
export type Without<Command, Field extends PropertyKey> = Command extends unknown ? Omit<Command, Field> : never
