import type { StreamEvent } from '@shop/language/analysis/streams'
import { numeral } from '../../lib/numeral.ts'
import type { PathWords } from '../fact-words.ts'
import { shortMoment } from '../time/moment-words.ts'
import { EventChanges } from './event-changes.tsx'
import { useNamedItem } from './use-named-item.ts'

type StepProps = { event: StreamEvent; words: PathWords; isAt: boolean }

export function StreamStep({ event, words, isAt }: StepProps) {
  const named = useNamedItem(isAt)
  const { version, type, recordedAt, changes } = event
  return (
    <li
      {...named}
      className="border-b border-hair py-3 aria-[current]:bg-chalk aria-[current]:shadow-[-2px_0_0_var(--color-thread)]"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <span className="num text-stone">
          <span className="sr-only">Version </span>
          {numeral(version)}
        </span>
        <h3 className="font-[550]">{type}</h3>
        <span className="num type-small text-stone">
          {recordedAt ? <time dateTime={recordedAt}>{shortMoment(recordedAt)} UTC</time> : 'at an unknown time'}
        </span>
        <span className="type-small wrap-anywhere text-stone">{whoOf(event)}</span>
        <span className="num type-small text-stone">event {numeral(event.event)}</span>
      </div>
      <EventChanges type={type} changes={changes} words={words} />
      <details className="type-small mt-1 text-rinse">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-faded lg:min-h-7">
          Complete event<span className="sr-only">, version {numeral(version)}</span>
        </summary>
        <pre className="mt-1 whitespace-pre-wrap wrap-anywhere">{JSON.stringify(withoutChanges(event), null, 2)}</pre>
      </details>
    </li>
  )
}

/** For example "by customer p_7xR2…" or "by system". */
export const whoOf = ({ actorRole, actor }: Pick<StreamEvent, 'actorRole' | 'actor'>) =>
  `by ${actor === null ? actorRole : `${actorRole} ${actor}`}`

const withoutChanges = ({ changes: _, ...event }: StreamEvent) => event
