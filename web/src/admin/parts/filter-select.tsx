import { SelectBox } from '../../ui/select-box.tsx'
import type { AdminList } from './use-admin-list.ts'

type SelectProps = {
  list: Pick<AdminList, 'narrowing' | 'filter'>
  name: string
  label: string
  /** The label of the choice that does not filter. */
  any: string
  choices: readonly (string | { value: string; label: string })[]
}

export const FilterSelect = ({ list, name, label, any, choices }: SelectProps) => (
  <SelectBox
    aria-label={label}
    className="max-md:grow"
    choices={[{ value: '', label: any }, ...choices]}
    value={list.narrowing.get(name) ?? ''}
    onChange={({ target }) => list.filter(name, target.value)}
  />
)
