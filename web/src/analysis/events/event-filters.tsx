import { MAX_TEXT } from '@shop/language/limits'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import type { Filter, FilterName } from './use-event-filter.ts'

type FiltersProps = { filter: Filter; onChoose: (filter: Filter) => void; onClear: () => void }

const fields: readonly (readonly [name: Exclude<FilterName, 'type'>, label: string, hint: string])[] = [
  ['stream', 'Stream', 'For example order- followed by the order’s id'],
  ['actor', 'Actor', 'A role such as guest or system, or a pseudonym'],
  ['correlation', 'Request', 'The pseudonym in the event’s field “correlation”'],
]

export function EventFilters({ filter, onChoose, onClear }: FiltersProps) {
  const { status } = useCopyStatus()
  const types = (status?.tables ?? []).flatMap(({ name }) => (name === 'events' ? [] : [name])).toSorted()
  return (
    <div className="mb-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField
          label="Type"
          choices={[{ value: '', label: 'Every type' }, ...new Set([...types, ...(filter.type ? [filter.type] : [])])]}
          value={filter.type ?? ''}
          onChange={({ target }) => onChoose({ type: target.value })}
        />
        {fields.map(([name, label, hint]) => (
          <TextField
            key={name}
            {...{ name, label, hint }}
            value={filter[name] ?? ''}
            onGo={(text) => onChoose({ [name]: text })}
          />
        ))}
      </div>
      <AdminButton variant="quiet" className="mt-3 -ml-3" onClick={onClear}>
        Clear
      </AdminButton>
    </div>
  )
}

type TextProps = { name: string; label: string; hint: string; value: string; onGo: (text: string) => void }

/** A typed text takes effect as a typed moment does: on Enter, or when the field loses the focus. */
function TextField({ name, label, hint, value, onGo }: TextProps) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    if (typed !== undefined && typed.trim() !== value) onGo(typed.trim())
    setTyped(undefined)
  }
  return (
    <Field
      label={label}
      name={name}
      hint={hint}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={go}
      onKeyDown={({ key }) => key === 'Enter' && go()}
      maxLength={MAX_TEXT.search}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
