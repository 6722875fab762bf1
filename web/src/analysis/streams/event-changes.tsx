import type { Change } from '@shop/language/analysis/streams'
import { ChangedFacts } from '../../admin/parts/changed-facts.tsx'
import { numeral } from '../../lib/numeral.ts'
import { factText, type PathWords } from '../fact-words.ts'

/** A longer table with `mayClose` is closed at first, so that the first event of an order does not fill the page. */
const MOST_OPEN = 4

type ChangesProps = { type: string; changes: readonly Change[]; words: PathWords; mayClose?: boolean }

export function EventChanges({ type, changes, words, mayClose = false }: ChangesProps) {
  if (changes.length === 0) return <p className="type-small mt-1 text-stone">This event changed no visible value.</p>
  const table = (
    <div className="facts-changed mt-2 max-w-200 bg-bleach">
      <ChangedFacts
        of="Field"
        label={`Before and after ${type}`}
        facts={changes.map(({ field, before, after }) => ({
          name: words(field),
          path: field,
          before: factText(field, before),
          after: factText(field, after),
        }))}
      />
    </div>
  )
  if (!mayClose || changes.length <= MOST_OPEN) return table
  return (
    <details className="type-small text-rinse">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-faded lg:min-h-7">
        {numeral(changes.length)} fields changed<span className="sr-only"> by {type}</span>
      </summary>
      {table}
    </details>
  )
}
