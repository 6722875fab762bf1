/**
 * The last `most` ids of a kind, and up to 50 older ids, each with a value. `most` must be so large that no repeat of a dropped id can
 * still be running.
 */
export type RecentIds<Value> = Readonly<{ young: Ids<Value>; old: Ids<Value> }>

/** The ids in order of arrival. `values[n]` belongs to `ids[n]`. */
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

export const idsOfRecent = ({ young, old }: RecentIds<unknown>) => [...new Set([...old.ids, ...young.ids])]

export const isRecentId = ({ young, old }: RecentIds<unknown>, id: string) =>
  young.ids.includes(id) || old.ids.includes(id)

export const valueOfRecentId = <Value>({ young, old }: RecentIds<Value>, id: string): Value | undefined =>
  young.values[young.ids.lastIndexOf(id)] ?? old.values[old.ids.lastIndexOf(id)]

export const sizeOfRecentIds = ({ young, old }: RecentIds<unknown>) => young.ids.length + old.ids.length
