import type { HistoryEntry } from '@shop/language/order/api'
import { ChangedFacts } from '../parts/changed-facts.tsx'
import { factInWords, factName, momentInWords, whoInWords } from './history-words.ts'
import { stepInWords } from './step-words.ts'

export function HistoryStep({ entry, isToCome }: { entry: HistoryEntry; isToCome: boolean }) {
  const { at, what, who, before, after, stream, version } = entry
  const facts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <li className="group relative pb-6 pl-9.5 last:pb-0">
      <span
        aria-hidden
        className={`absolute top-2.5 -bottom-2.5 left-[11px] w-0.5 group-last:hidden ${isToCome ? DASHES : 'bg-thread'}`}
      />
      <span
        aria-hidden
        className={`absolute top-1.5 left-1.5 size-3 border-2 bg-bleach ${isToCome ? 'border-worn' : 'border-thread'} ${who.role === 'system' ? 'rounded-full' : ''}`}
      />
      <div className="flex flex-wrap justify-between gap-x-3">
        <b className={isToCome ? 'font-semibold text-stone' : 'font-semibold'}>
          {stepInWords(entry)}
          {isToCome && <span className="sr-only">, later</span>}
        </b>
        <span className="num type-xsmall text-stone">
          <time dateTime={at}>{momentInWords(at)}</time>
        </span>
      </div>
      <p className="text-[0.84375rem] wrap-anywhere text-rinse">{whoInWords(who)}</p>
      {!isToCome && facts.length > 0 && (
        <div className="facts-changed mt-2">
          <ChangedFacts
            of="What"
            label={`Before and after ${stepInWords(entry)}`}
            facts={facts.map((fact) => ({
              name: factName(fact),
              before: fact in before ? factInWords(before[fact], fact) : null,
              after: factInWords(after[fact], fact),
            }))}
          />
        </div>
      )}
      <details className="type-xsmall mt-1 text-stone">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-faded lg:min-h-6">
          Details
          <span className="sr-only"> of {stepInWords(entry)}</span>
        </summary>
        <p className="wrap-anywhere font-mono">
          {what}: event {version + 1} of {stream}
        </p>
      </details>
    </li>
  )
}

const DASHES = 'bg-[repeating-linear-gradient(180deg,var(--color-worn)_0_6px,transparent_6px_11px)]'
