import type { Thing } from '@shop/language/analysis/things'
import { rowOf } from './thing-row.ts'

type FoundProps = { things: readonly Thing[]; onChoose: (id: string) => void }

/** The things that the typed words find. A press chooses one. */
export const FoundThings = ({ things, onChoose }: FoundProps) => (
  <div className="mt-2">
    <p role="status" className="type-small text-rinse">
      {things.length === 0 ? 'Nothing matches these words.' : 'Choose one:'}
    </p>
    <ul aria-label="Found" className="border-b border-hair empty:hidden">
      {things.map((thing) => {
        const { title, facts, end } = rowOf(thing)
        return (
          <li key={thing._id} className="border-t border-hair">
            <button
              type="button"
              onClick={() => onChoose(thing._id)}
              className="flex min-h-11 w-full items-baseline justify-between gap-4 py-2 text-left hover:bg-chalk"
            >
              <span className="min-w-0">
                <span className="font-[550] wrap-anywhere">{title}</span>{' '}
                <span className="type-small line-clamp-1 text-stone">{facts.filter(Boolean).join(' · ')}</span>
              </span>
              <span className="num whitespace-nowrap">{end}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </div>
)
