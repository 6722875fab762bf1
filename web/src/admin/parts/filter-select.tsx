import { SelectBox } from './select-box.tsx'
import type { AdminList } from './use-admin-list.ts'

type SelectProps = {
  list: Pick<AdminList, 'narrowing' | 'filter'>
  name: string
  label: string
  /** What it says when it asks for nothing. */
  any: string
  choices: readonly (string | { value: string; label: string })[]
}

/** Narrows a list; what is chosen stands in the address. */
export const FilterSelect = ({ list, name, label, any, choices }: SelectProps) => (
  <SelectBox
    aria-label={label}
    className="max-md:grow"
    choices={[{ value: '', label: any }, ...choices]}
    value={list.narrowing.get(name) ?? ''}
    onChange={({ target }) => list.filter(name, target.value)}
  />
)
