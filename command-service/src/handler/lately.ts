import { Map as PersistentMap } from 'immutable'

/**
 * The most recent ids of a kind, each with a value: at least the last `most`, at most twice as many. It guards what may
 * happen only once while a repeat may still be on its way; later repeats are refused by another stream's state.
 */
export type Lately<Value> = Readonly<{ young: PersistentMap<string, Value>; old: PersistentMap<string, Value> }>

export const noneLately = <Value>(): Lately<Value> => ({ young: PersistentMap(), old: PersistentMap() })

export const addedLately = <Value>({ young, old }: Lately<Value>, most: number, id: string, value: Value) =>
  young.size < most
    ? { young: young.set(id, value), old }
    : { young: PersistentMap<string, Value>().set(id, value), old: young }

export const isLately = ({ young, old }: Lately<unknown>, id: string) => young.has(id) || old.has(id)
export const latelyOf = <Value>({ young, old }: Lately<Value>, id: string) => young.get(id) ?? old.get(id)

export const sizeOfLately = ({ young, old }: Lately<unknown>) => young.size + old.size

type Stored<Value> = readonly (readonly (readonly [string, Value])[])[]
export const writeLately = <Value>({ young, old }: Lately<Value>): Stored<Value> => [[...young], [...old]]
export const readLately = <Value>([young = [], old = []]: Stored<Value>): Lately<Value> => ({
  young: PersistentMap(young.map(([id, value]) => [id, value] as [string, Value])),
  old: PersistentMap(old.map(([id, value]) => [id, value] as [string, Value])),
})
