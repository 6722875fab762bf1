import type { RunAnswer } from '@shop/language/analysis/runs'
import { numeral } from '../../lib/numeral.ts'
import type { Pair } from '../reports/report.ts'
import { wordsOf } from './cells.ts'

const MOST = 20

export function PairPlot({ answer, pair }: { answer: RunAnswer; pair: Pair }) {
  const pairs = pairsIn(answer, pair)
  const highest = Math.max(...pairs.flatMap(({ before, after }) => [before, after]), 0)
  if (highest === 0) return null
  const shown = pairs.slice(0, MOST)
  const place = (value: number) => `${(value / highest) * 100}%`
  return (
    <div className="mb-6">
      <p className="type-small mb-3 flex flex-wrap items-center gap-x-2 text-rinse">
        {pair.of}, before <i className="size-3 rounded-full border-2 border-vat" /> and after
        <i className="size-3 rounded-full bg-vat" />
      </p>
      <div
        role="img"
        aria-label={`${pair.of} before and after, ${shown.length === 1 ? 'one row' : `${shown.length} rows`}`}
        className="type-small grid gap-1"
      >
        {shown.map(({ name, before, after }, at) => (
          <div
            key={at}
            className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_auto] items-center gap-4 border-b border-hair py-1 lg:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]"
          >
            <span className="wrap-anywhere">{name}</span>
            <span className="relative mx-1.5 block h-3">
              <i
                className={`absolute top-1.5 h-0 border-t-2 border-vat ${after < before ? 'border-dashed' : ''}`}
                style={{ left: place(Math.min(before, after)), width: place(Math.abs(after - before)) }}
              />
              <i
                className="absolute size-3 -translate-x-1/2 rounded-full border-2 border-vat bg-bleach"
                style={{ left: place(before) }}
              />
              <i className="absolute size-3 -translate-x-1/2 rounded-full bg-vat" style={{ left: place(after) }} />
            </span>
            <span className="num w-24 text-right text-stone">
              {numeral(before)} → {numeral(after)}
            </span>
          </div>
        ))}
      </div>
      {pairs.length > MOST && (
        <p className="type-small mt-2 text-stone">
          The first {MOST} of {pairs.length} rows are plotted.
        </p>
      )}
    </div>
  )
}

function pairsIn({ columns, rows }: RunAnswer, { label, before, after }: Pair) {
  const [name, one, other] = [label, before, after].map((wanted) =>
    columns.findIndex((column) => column.name === wanted),
  )
  return rows.flatMap((row) => {
    const [from, to] = [row[one!] ?? null, row[other!] ?? null]
    if (from === null || to === null) return []
    return [{ name: wordsOf(columns[name!]!, row[name!] ?? ''), before: Number(from), after: Number(to) }]
  })
}
