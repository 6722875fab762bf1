import { Map as PersistentMap } from 'immutable'

/**
 * The most recent ids of a kind, each with a value: at least the last `most`, at most twice as many. It guards what may
 * happen only once while a repeat may still be on its way; later repeats are refused by another stream's state.
 */
export type RecentIds<Value> = Readonly<{ young: PersistentMap<string, Value>; old: PersistentMap<string, Value> }>

export const noRecentIds = <Value>(): RecentIds<Value> => ({ young: PersistentMap(), old: PersistentMap() })

export const withRecentId = <Value>({ young, old }: RecentIds<Value>, most: number, id: string, value: Value) =>
  young.size < most
    ? { young: young.set(id, value), old }
    : { young: PersistentMap<string, Value>().set(id, value), old: young }

export const isRecentId = ({ young, old }: RecentIds<unknown>, id: string) => young.has(id) || old.has(id)
export const valueOfRecentId = <Value>({ young, old }: RecentIds<Value>, id: string) => young.get(id) ?? old.get(id)

export const sizeOfRecentIds = ({ young, old }: RecentIds<unknown>) => young.size + old.size

type Stored<Value> = readonly (readonly (readonly [string, Value])[])[]
export const writeRecentIds = <Value>({ young, old }: RecentIds<Value>): Stored<Value> => [[...young], [...old]]
export const readRecentIds = <Value>([young = [], old = []]: Stored<Value>): RecentIds<Value> => ({
  young: PersistentMap(young.map(([id, value]) => [id, value] as [string, Value])),
  old: PersistentMap(old.map(([id, value]) => [id, value] as [string, Value])),
})
