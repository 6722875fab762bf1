import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Field } from '../../ui/field.tsx'
import { endOfQuestion, STILL_EARLIER } from '../questions/question-words.ts'
import { TakeTable } from '../take-table.tsx'

type ToolsProps = {
  /** The event or moment as the URL has it. */
  typed: string
  asOf: number | string | undefined
  onGo: (typed: string) => void
  onRefresh: () => void
}

export function BoardTools({ typed: first, asOf, onGo, onRefresh }: ToolsProps) {
  const [typed, setTyped] = useState(first)
  const [isWrong, setWrong] = useState(endOfQuestion(first) === undefined)
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const isRight = endOfQuestion(typed) !== undefined
          setWrong(!isRight)
          if (isRight) onGo(typed.trim())
        }}
        className="mb-4 flex flex-wrap items-start gap-3"
      >
        <Field
          label="As of"
          name="asOf"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="Now"
          autoComplete="off"
          hint="An event’s number, a moment in UTC such as 2026-11-20 12:00, or now"
          error={isWrong ? STILL_EARLIER : undefined}
          className="min-w-0 flex-1 basis-60 max-w-90"
        />
        <AdminButton type="submit" variant="outline" className="mt-6">
          Show
        </AdminButton>
      </form>
      <div className="mb-2 flex flex-wrap items-start gap-x-4">
        {first === '' && (
          <AdminButton variant="outline" className="mb-4" onClick={onRefresh}>
            Refresh
          </AdminButton>
        )}
        {asOf !== undefined && (
          <TakeTable name="board" link={`/analysis/board?${new URLSearchParams({ asOf: String(asOf) })}`} />
        )}
      </div>
    </>
  )
}
