import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { type Every, MOST_MOMENTS, pastMoments } from './past-moments.ts'
import type { Draft } from './use-draft.ts'
import type { Past, useSeries } from './use-series.ts'

const EVERY: readonly { value: Every; label: string }[] = [
  { value: 'Friday', label: 'Each Friday' },
  { value: 'day', label: 'Each day' },
  { value: 'month', label: 'Each first day of a month' },
]
const USUAL = '8'

type AskProps = { draft: Draft; series: ReturnType<typeof useSeries> }

export function AskMoments({ draft, series }: AskProps) {
  const [every, setEvery] = useState<Every>('Friday')
  const [count, setCount] = useState(USUAL)
  const [isWrong, setWrong] = useState(false)
  const { done = [], of = 0, isRunning = false, failed, error = null } = series.state ?? {}
  const ask = () => {
    const isCount = /^\d{1,2}$/.test(count) && Number(count) >= 1 && Number(count) <= MOST_MOMENTS
    setWrong(!isCount)
    const question = draft.question()?.asked
    if (isRunning) return
    if (!isCount || !question || draft.sql.trim() === '') return series.forget()
    const moments = pastMoments(every, Number(count), new Date().toISOString())
    void series.ask(question, moments)
  }
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:max-w-140">
          <SelectField
            label="When"
            choices={EVERY}
            value={every}
            onChange={({ target }) => setEvery(target.value as Every)}
          />
          <Field
            label="How many"
            name="moments"
            inputMode="numeric"
            autoComplete="off"
            value={count}
            error={isWrong ? `Enter a number from 1 to ${MOST_MOMENTS}` : undefined}
            onChange={({ target }) => setCount(target.value)}
          />
        </div>
        <div className="mb-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
          {isRunning ? (
            <AdminButton key="act" variant="outline" onClick={series.cancel}>
              Cancel
            </AdminButton>
          ) : (
            <AdminButton key="act" type="submit" variant="outline" disabled={draft.sql.trim() === ''}>
              Ask for each of these days
            </AdminButton>
          )}
          <p role="status" className="type-small num text-rinse">
            {isRunning ? 'Asking' : of > 0 && answeredWords(done, of)}
          </p>
          {isRunning && <progress aria-label="Moments" max={of} value={done.length} />}
        </div>
      </form>
      {failed !== undefined && <Note tone="bad">{failed}</Note>}
      <AdminFailure error={error} fallback="The question could not be asked" onRetry={ask} />
    </>
  )
}

function answeredWords(done: readonly Past[], of: number) {
  const early = done.filter(({ asOf }) => asOf.event === 0).length
  const words = `${done.length} of ${of} moments are answered`
  return early === 0 ? words : `${words}. ${early === 1 ? 'One has' : `${early} have`} no events yet`
}
