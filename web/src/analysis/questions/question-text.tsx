import type { RunFailure } from '@shop/language/analysis/runs'
import { MAX_TEXT } from '@shop/language/limits'
import { type KeyboardEvent, useEffect, useId } from 'react'
import { numeral } from '../../lib/numeral.ts'
import { Suggestions } from './suggestions.tsx'
import { useCompletion } from './use-completion.ts'
import type { Draft } from './use-draft.ts'

export const isTooLong = (sql: string) => sql.trim().length > MAX_TEXT.sql

type TextProps = {
  draft: Draft
  failure: RunFailure | undefined
  failureId: string
  onRun: () => void
}

export function QuestionText({ draft, failure, failureId, onRun }: TextProps) {
  const { area, sql, setSql } = draft
  const id = useId()
  const completion = useCompletion(draft)
  const { suggestions, chosen } = completion
  const isLong = isTooLong(sql)
  useEffect(() => {
    if (failure?.position === undefined) return
    area.current?.setSelectionRange(failure.position, failure.position)
    area.current?.focus()
  }, [area, failure])
  const pressed = (event: KeyboardEvent) => {
    if (completion.pressed(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun()
  }
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-[0.84375rem] leading-[1.3] font-[550]">
        Question in SQL
      </label>
      <div className="relative">
        <textarea
          ref={area}
          id={id}
          value={sql}
          onChange={({ target }) => {
            setSql(target.value)
            completion.look()
          }}
          onKeyDown={pressed}
          onBlur={completion.close}
          onClick={completion.close}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={suggestions.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={suggestions[chosen] ? `${id}-${chosen}` : undefined}
          rows={13}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="SELECT count(*) FROM OrderPlaced"
          aria-invalid={failure?.position !== undefined || isLong || undefined}
          aria-describedby={failure ? `${id}-hint ${failureId}` : `${id}-hint`}
          className="sql-text input-box"
        />
        <Suggestions id={id} completion={completion} />
      </div>
      {isLong && (
        <p role="alert" className="type-small mt-1 text-bad">
          This question has {numeral(sql.length)} characters. A question can have at most {numeral(MAX_TEXT.sql)}.
          Shorten it, then run it.
        </p>
      )}
      <p id={`${id}-hint`} className="type-xsmall mt-1 mb-4 text-stone">
        Ctrl+Enter runs the question, Ctrl+Space completes a word. The list “Tables” shows each table and its fields. If
        a field has few different values, the list shows them too. Write <code>$name</code> to get an input field for a
        value.
      </p>
    </>
  )
}
