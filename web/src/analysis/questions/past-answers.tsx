import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { WideTable } from '../../admin/parts/wide-table.tsx'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { TakeTable } from '../take-table.tsx'
import { AskMoments } from './ask-moments.tsx'
import { canPlot } from './cells.ts'
import { ChosenPlot, DayBars } from './chosen-plot.tsx'
import { differsByClock } from './differs-by-clock.ts'
import { comparedNames, isAmount, shownName } from './past-moments.ts'
import type { Draft } from './use-draft.ts'
import { type Past, useSeries } from './use-series.ts'

export function PastAnswers({ draft }: { draft: Draft }) {
  const series = useSeries()
  const { done = [] } = series.state ?? {}
  return (
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer border-t border-raw py-2.5 font-[550] hover:bg-chalk">
        Answers as of past days
      </summary>
      <p className="type-small mb-4 text-rinse">
        The answers to this question as of noon UTC on each of these days. For each day, now() returns this time. If an
        answer has more than one row, its whole numbers are added up. Averages, percentages, prices and similar numbers
        are not.
      </p>
      <AskMoments draft={draft} series={series} />
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

const textOf = (name: string, value: number) => (isAmount(name) ? formatMoney(value / 100) : numeral(value))

const dayOf = ({ moment }: Pick<Past, 'moment'>) => moment.slice(0, 10)
const namesOf = (done: readonly Past[]) => comparedNames(done.map(({ numbers }) => numbers))

function PastPlot({ done }: { done: readonly Past[] }) {
  const valuesOf = (name: string) => done.map(({ numbers }) => numbers.get(name) ?? null)
  const names = namesOf(done)
  if (done.length < 2) return null
  return (
    <ChosenPlot label="Plotted over time" names={names} wordsFor={shownName}>
      {(name) =>
        canPlot(valuesOf(name)) && (
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
        <AdminTable
          className="type-small num"
          columns={[
            'As of',
            ...['Events', ...names.map(shownName)].map((title) => ({ title, end: true })),
            ...['Digest of the events', 'Digest of the result'],
          ]}
        >
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
        </AdminTable>
      </WideTable>
    </>
  )
}
