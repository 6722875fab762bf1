import type { AdminList } from './use-admin-list.ts'

type DayProps = { list: Pick<AdminList, 'narrowing' | 'filter'>; name: 'from' | 'to'; label: string }

/** Filters a list by a day. The choice is kept in the address. */
export const FilterDay = ({ list, name, label }: DayProps) => (
  <label className="inline-flex min-w-0 items-center gap-x-2 max-md:flex-col max-md:items-stretch">
    <span className="type-small text-stone">{label}</span>
    <input
      type="date"
      className="input-box md:w-auto!"
      value={list.narrowing.get(name) ?? ''}
      onChange={({ target }) => list.filter(name, target.value)}
    />
  </label>
)
