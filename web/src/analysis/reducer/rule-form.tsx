import { MAX_TEXT } from '@shop/language/limits'
import { type KeyboardEvent, useId } from 'react'
import { numeral } from '../../lib/numeral.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { FromEventField } from '../event-field.tsx'
import { TypeChoice } from '../exports/type-choice.tsx'
import { EditorTools } from '../questions/editor-tools.tsx'
import type { useRun } from '../questions/use-run.ts'
import { choices, RULE, RULE_LABEL, SECOND_LABEL } from './compared-with.ts'
import type { RuleDraft } from './use-rule-draft.ts'

type FormProps = {
  draft: RuleDraft
  running: ReturnType<typeof useRun>
  /** Whether all rules that the run needs are typed. */
  isWhole: boolean
  onRun: () => void
}

export function RuleForm({ draft, running, isWhole, onRun }: FormProps) {
  const { typed, type } = draft
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <RuleText
        label={RULE_LABEL}
        hint="keyOf(event) returns the key of a row. reduce(row, event, key) returns the row after the event. A rule has no clock and no random numbers. Ctrl+Enter runs the rule."
        value={typed.reducer}
        onType={(reducer) => type({ reducer })}
        onRun={onRun}
      />
      <RuleFields draft={draft} />
      {typed.compared === RULE && (
        <RuleText
          label={SECOND_LABEL}
          hint="The answer shows the rows in which the two rules differ."
          value={typed.second}
          onType={(second) => type({ second })}
          onRun={onRun}
        />
      )}
      <TypeChoice chosen={typed.types} onChoose={(types) => type({ types })} />
      <EditorTools running={running} canRun={isWhole} />
    </form>
  )
}

const RuleFields = ({ draft: { typed, wrong, type } }: { draft: RuleDraft }) => (
  <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <SelectField
      label="Compare with"
      choices={choices}
      value={typed.compared}
      onChange={({ target }) => type({ compared: target.value })}
    />
    <FromEventField value={typed.from} error={wrong.from} onType={(from) => type({ from })} />
    <Field
      label="As of"
      name="asOf"
      autoComplete="off"
      placeholder="Now"
      hint="An event’s number, a moment in UTC such as 2026-11-20 12:00, or now"
      value={typed.asOf}
      error={wrong.asOf}
      onChange={({ target }) => type({ asOf: target.value })}
    />
  </div>
)

type TextProps = { label: string; hint: string; value: string; onType: (text: string) => void; onRun: () => void }

function RuleText({ label, hint, value, onType, onRun }: TextProps) {
  const id = useId()
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun()
  }
  const isLong = value.length > MAX_TEXT.sql
  return (
    <div className="mb-4 min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-[13.5px] leading-[1.3] font-[550]">
        {label}
      </label>
      <textarea
        id={id}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={pressed}
        rows={14}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={isLong || undefined}
        aria-describedby={`${id}-hint`}
        className="sql-text input-box"
      />
      <p id={`${id}-hint`} className={`type-xsmall mt-1 ${isLong ? 'text-bad' : 'text-stone'}`}>
        {isLong ? `A rule has at most ${numeral(MAX_TEXT.sql)} characters` : hint}
      </p>
    </div>
  )
}
