/**
 * The most recent ids of a kind, each with a value: at least the last `most` ids. These ids detect repeated commands. An id is dropped only
 * when no repeat of its command can be running any more; later repeats are refused by another stream's state. The ids are in arrays,
 * because rebuilding maps took most of the time when a snapshot was opened. A search in the arrays takes only microseconds. The young list
 * is copied for each event, so it is short. The old list is copied once in fifty events.
 */
export type RecentIds<Value> = Readonly<{ young: Ids<Value>; old: Ids<Value> }>

/** The ids in order of arrival. `values[n]` is the value of `ids[n]`. */
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

/** The newest value with this id. */
export const valueOfRecentId = <Value>({ young, old }: RecentIds<Value>, id: string): Value | undefined =>
  young.values[young.ids.lastIndexOf(id)] ?? old.values[old.ids.lastIndexOf(id)]

export const sizeOfRecentIds = ({ young, old }: RecentIds<unknown>) => young.ids.length + old.ids.length
