import { Field } from '../../ui/field.tsx'
import { WRONG_MOMENT } from './question-words.ts'
import type { Draft } from './use-draft.ts'

/** A field for each `$parameter` of the text, and a field for the last event that the question can see. */
export function QuestionFields({ draft }: { draft: Draft }) {
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field
        label="As of"
        name="asOf"
        value={draft.asOf}
        onChange={({ target }) => draft.setAsOf(target.value)}
        placeholder="Now"
        autoComplete="off"
        hint="An event’s number, or a moment in UTC: 2026-11-20 12:00"
        error={draft.wrong.asOf ? WRONG_MOMENT : undefined}
      />
      {draft.names.map((name) => (
        <Field
          key={name}
          label={`$${name}`}
          name={name}
          value={draft.typed(name)}
          onChange={({ target }) => draft.type(name, target.value)}
          autoComplete="off"
          hint="A number, true, false, null or a text"
          error={draft.wrong.missing.includes(name) ? `Enter a value for $${name}` : undefined}
        />
      ))}
    </div>
  )
}
