import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { WideTable } from '../../admin/parts/wide-table.tsx'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { TakeTable } from '../take-table.tsx'
import { ChosenPlot, DayBars } from './chosen-plot.tsx'
import { differsByClock } from './differs-by-clock.ts'
import { comparedNames, type Every, isAmount, MOST_MOMENTS, pastMoments, shownName } from './past-moments.ts'
import type { Draft } from './use-draft.ts'
import { type Past, useSeries } from './use-series.ts'

const EVERY: readonly { value: Every; label: string }[] = [
  { value: 'Friday', label: 'Each Friday' },
  { value: 'day', label: 'Each day' },
  { value: 'month', label: 'Each first day of a month' },
]
const USUAL = '8'

export function PastAnswers({ draft }: { draft: Draft }) {
  const series = useSeries()
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
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer border-t border-raw py-2.5 font-[550] hover:bg-chalk">
        Answers as of past days
      </summary>
      <p className="type-small mb-4 text-rinse">
        The answers to this question as of noon UTC on each of these days. now() returns that moment. If an answer has
        more than one row, its whole numbers are added up, but not averages, percentages, prices and similar numbers.
      </p>
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
      {done.length > 0 && <PastPlot done={sinceFirstEvent(done)} />}
      {done.length > 0 && <PastTable done={done} />}
    </details>
  )
}

/** Leaves out moments before the first event. A plot needs two moments, so if fewer remain, all stay. */
function sinceFirstEvent(done: readonly Past[]) {
  const since = done.filter(({ asOf }) => asOf.event > 0)
  return since.length > 1 ? since : done
}

/** A number for a spreadsheet. Money is in dollars. */
function numberIn(numbers: Past['numbers'], name: string) {
  const number = numbers.get(name)
  return number !== undefined && isAmount(name) ? number / 100 : number
}

const textOf = (name: string, value: number) =>
  isAmount(name) ? formatMoney(value / 100) : value.toLocaleString('en-US')

const dayOf = ({ moment }: Pick<Past, 'moment'>) => moment.slice(0, 10)
const namesOf = (done: readonly Past[]) => comparedNames(done.map(({ numbers }) => numbers))

function answeredWords(done: readonly Past[], of: number) {
  const early = done.filter(({ asOf }) => asOf.event === 0).length
  const words = `${done.length} of ${of} moments are answered`
  return early === 0 ? words : `${words}. ${early === 1 ? 'One has' : `${early} have`} no events yet`
}

function PastPlot({ done }: { done: readonly Past[] }) {
  // Before the first event, a number can be missing. It is plotted as 0.
  const valuesOf = (name: string) => done.map(({ numbers }) => numbers.get(name) ?? 0)
  const names = namesOf(done)
  if (done.length < 2) return null
  return (
    <ChosenPlot label="Plotted over time" names={names} wordsFor={shownName}>
      {(name) =>
        valuesOf(name).every((value) => value >= 0) && (
          <DayBars
            label={`${shownName(name)} as of ${done.length} moments, ${dayOf(done[0]!)} to ${dayOf(done.at(-1)!)}`}
            days={done.map(dayOf)}
            values={valuesOf(name)}
            height={160}
            isCents={isAmount(name)}
          />
        )
      }
    </ChosenPlot>
  )
}

function PastTable({ done }: { done: readonly Past[] }) {
  const names = namesOf(done)
  const cells = () => [
    ['As of', 'Events', ...names.map(shownName), 'Digest of the events', 'Digest of the result'],
    ...done.map(({ moment, asOf, numbers, rangeDigest, resultDigest }) => [
      dayOf({ moment }),
      asOf.event,
      ...names.map((name) => numberIn(numbers, name) ?? ''),
      rangeDigest,
      resultDigest,
    ]),
  ]
  return (
    <>
      <TakeTable about="of the answers as of each moment" name="answers-as-of-each" cells={cells} />
      <WideTable label="Answers as of each moment">
        <table className="admin-table type-small num">
          <thead>
            <tr>
              <th scope="col">As of</th>
              <th scope="col" data-end>
                Events
              </th>
              {names.map((name) => (
                <th key={name} scope="col" data-end>
                  {shownName(name)}
                </th>
              ))}
              <th scope="col">Digest of the events</th>
              <th scope="col">Digest of the result</th>
            </tr>
          </thead>
          <tbody>
            {done.map(({ moment, asOf, numbers, rangeDigest, resultDigest, unverifiable }, at) => (
              <tr key={moment}>
                <td className="whitespace-nowrap">{dayOf({ moment })}</td>
                <td data-end>{asOf.event === 0 ? 'No events yet' : numeral(asOf.event)}</td>
                {names.map((name) => (
                  <td key={name} data-end>
                    {numbers.has(name) ? textOf(name, numbers.get(name)!) : ''}
                  </td>
                ))}
                <td>
                  <code title={rangeDigest}>{rangeDigest.slice(0, 8)}</code>
                </td>
                <td>
                  <code title={resultDigest}>{resultDigest.slice(0, 8)}</code>
                  {unverifiable.length > 0 && <span className="text-warn"> cannot be verified</span>}
                  {at > 0 && differsByClock(done[at - 1]!, done[at]!) && ' differs from the row above only by now()'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </>
  )
}
