/**
 * The most recent ids of a kind, each with a value: at least the last `most`. It guards what may happen only once while a
 * repeat may still be on its way; later repeats are refused by another stream's state. Plain JSON, stored in snapshots as
 * it is: to restore maps of hundreds of ids took most of the time of opening a snapshot, and to search the lists takes
 * microseconds. The young are few, since the list is copied for each event; the old are copied once in fifty events.
 */
export type RecentIds<Value> = Readonly<{ young: Ids<Value>; old: Ids<Value> }>

/** In the order in which they came; `values[n]` is the value of `ids[n]`. */
type Ids<Value> = Readonly<{ ids: readonly string[]; values: readonly Value[] }>

const MOST_YOUNG = 50

const noIds = { ids: [], values: [] }
export const noRecentIds = <Value>(): RecentIds<Value> => ({ young: noIds, old: noIds })

export function withRecentId<Value>({ young, old }: RecentIds<Value>, most: number, id: string, value: Value) {
  const last = { ids: [...young.ids, id], values: [...young.values, value] }
  if (last.ids.length <= MOST_YOUNG) return { young: last, old }
  const all = { ids: [...old.ids, ...last.ids], values: [...old.values, ...last.values] }
  return { young: noIds, old: { ids: all.ids.slice(-most), values: all.values.slice(-most) } }
}

export const idsOfRecent = ({ young, old }: RecentIds<unknown>) => [...old.ids, ...young.ids]

export const isRecentId = ({ young, old }: RecentIds<unknown>, id: string) =>
  young.ids.includes(id) || old.ids.includes(id)

/** The value that came last with this id. */
export const valueOfRecentId = <Value>({ young, old }: RecentIds<Value>, id: string): Value | undefined =>
  young.values[young.ids.lastIndexOf(id)] ?? old.values[old.ids.lastIndexOf(id)]

export const sizeOfRecentIds = ({ young, old }: RecentIds<unknown>) => young.ids.length + old.ids.length
