import type { LifeEvent } from '@shop/language/analysis/streams'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { streamAddress } from '../../admin/parts/stream-address.ts'
import { numeral } from '../../lib/numeral.ts'
import type { PathWords } from '../fact-words.ts'
import { shortMoment } from '../time/moment-words.ts'
import { asOfAddress } from '../time/time-address.ts'
import { EventChanges } from './event-changes.tsx'
import { LifeThreads, type Thread } from './life-threads.tsx'
import { whoOf } from './stream-step.tsx'
import { useNamedItem } from './use-named-item.ts'

type StepProps = { event: LifeEvent; words: PathWords; threads: readonly Thread[]; isAt: boolean }

export function LifeStep({ event, words, threads, isAt }: StepProps) {
  const named = useNamedItem(isAt)
  const { event: number, stream, kind, version, type, recordedAt, changes } = event
  return (
    <li {...named} className="flex gap-4 border-b border-hair aria-[current]:bg-chalk">
      <LifeThreads threads={threads} event={event} />
      <div className="grid min-w-0 flex-1 gap-x-6 py-2 lg:grid-cols-[168px_minmax(0,230px)_minmax(0,1fr)]">
        <p className="num type-small text-stone">
          {recordedAt ? <time dateTime={recordedAt}>{shortMoment(recordedAt)}</time> : 'At an unknown time'}
          <br className="max-lg:hidden" />{' '}
          <RowLink to={asOfAddress(number, kind)} aria-label={`The shop as of event ${numeral(number)}`}>
            event {numeral(number)}
          </RowLink>
        </p>
        <p className="type-small min-w-0">
          <b className="font-[550]">{kindWords[kind] ?? kind}</b>
          <br className="max-lg:hidden" />{' '}
          <RowLink to={streamAddress(stream, version)} className="wrap-anywhere">
            {stream}
          </RowLink>
        </p>
        <div className="min-w-0">
          <h3 className="font-[550]">
            {type} <span className="type-small font-normal wrap-anywhere text-stone">{whoOf(event)}</span>
          </h3>
          <EventChanges type={type} changes={changes} words={words} mayClose />
        </div>
      </div>
    </li>
  )
}

/** TABLE: words for the kinds of streams. Any other kind is shown by its name. */
const kindWords: Readonly<Record<string, string>> = {
  cart: 'Cart',
  checkout: 'Checkout',
  holds: 'Limit for holds',
  stock: 'Stock',
  'provider-order': 'Payment at the provider',
  capture: 'Captured money',
  signals: 'Webhooks of the payment',
  discount: 'Discount code',
  order: 'Order',
  case: 'Needs attention',
  mails: 'Mails',
  notes: 'Notes',
}
