import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import type { TypedValues } from './first-draft.ts'
import { labelIn } from './input-words.ts'
import { WRONG_MOMENT } from './question-words.ts'
import type { Draft } from './use-draft.ts'

export function QuestionFields({ draft }: { draft: Draft }) {
  return (
    <>
      <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field
          label="As of"
          name="asOf"
          value={draft.asOf}
          onChange={({ target }) => draft.setAsOf(target.value)}
          placeholder="Now"
          autoComplete="off"
          hint="An event’s number, a moment in UTC such as 2026-11-20 12:00, or now"
          error={draft.wrong.asOf ? WRONG_MOMENT : undefined}
        />
        {draft.names.map((name) => (
          <ValueField
            key={name}
            label={labelIn(draft.inputs, name)}
            hint={draft.inputs?.[name]?.hint}
            name={name}
            value={draft.typed(name)}
            onType={(value) => draft.type(name, value)}
            isMissing={draft.wrong.missing.includes(name)}
          />
        ))}
      </div>
      {draft.against && <AgainstFields draft={draft} against={draft.against} />}
    </>
  )
}

export const CompareButton = ({ draft }: { draft: Draft }) =>
  draft.names.length > 0 && (
    <AdminButton variant="outline" onClick={() => draft.compare(!draft.against)}>
      {draft.against ? 'Stop comparing' : 'Compare with other values'}
    </AdminButton>
  )

function AgainstFields({ draft, against }: { draft: Draft; against: TypedValues }) {
  return (
    <fieldset className="mb-4 border-t border-hair pt-3">
      <legend className="type-small float-left mb-3 w-full text-rinse">
        Compared with the answer for these values
      </legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {draft.names.map((name) => (
          <ValueField
            key={name}
            label={`Second ${inside(labelIn(draft.inputs, name))}`}
            hint={draft.inputs?.[name]?.hint}
            name={`second-${name}`}
            value={against[name] ?? ''}
            onType={(value) => draft.typeAgainst(name, value)}
            isMissing={draft.wrong.missingAgainst.includes(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const inside = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

type ValueProps = {
  label: string
  hint: string | undefined
  name: string
  value: string
  onType: (value: string) => void
  isMissing: boolean
}

const ValueField = ({
  label,
  hint = 'A number, true, false, null or a text',
  name,
  value,
  onType,
  isMissing,
}: ValueProps) => (
  <Field
    label={label}
    name={name}
    value={value}
    onChange={({ target }) => onType(target.value)}
    autoComplete="off"
    hint={hint}
    error={isMissing ? `Enter a value for ${label}` : undefined}
  />
)
