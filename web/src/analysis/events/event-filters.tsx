import { MAX_TEXT } from '@shop/language/limits'
import { type FormEvent, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { type Filter, type FilterName, filterNames } from './use-event-filter.ts'

type FiltersProps = { filter: Filter; onChoose: (filter: Filter) => void; onClear: () => void }

const fields: readonly (readonly [name: Exclude<FilterName, 'type'>, label: string, hint: string])[] = [
  ['stream', 'Stream', 'For example order- followed by the order’s id'],
  ['actor', 'Actor', 'A role such as guest or system, or a pseudonym'],
  ['correlation', 'Request', 'The pseudonym in the event’s field “correlation”'],
]

export function EventFilters({ filter, onChoose, onClear }: FiltersProps) {
  const { status } = useCopyStatus()
  const [typed, setTyped] = useState<Filter>(filter)
  const types = (status?.tables ?? []).flatMap(({ name }) => (name === 'events' ? [] : [name])).toSorted()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onChoose(Object.fromEntries(filterNames.map((name) => [name, typed[name]?.trim() ?? ''])))
  }
  return (
    <form onSubmit={apply} className="mb-6">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField
          label="Type"
          choices={[{ value: '', label: 'Every type' }, ...new Set([...types, ...(filter.type ? [filter.type] : [])])]}
          value={filter.type ?? ''}
          onChange={({ target }) => onChoose({ ...typed, type: target.value })}
        />
        {fields.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            name={name}
            hint={hint}
            value={typed[name] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            maxLength={MAX_TEXT.search}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <AdminButton type="submit">Apply</AdminButton>
        <AdminButton variant="quiet" onClick={onClear}>
          Clear
        </AdminButton>
      </div>
    </form>
  )
}
