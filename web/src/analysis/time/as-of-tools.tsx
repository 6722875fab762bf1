import type { BooksAsOf } from '@shop/language/analysis/api'
import { type FormEvent, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { numeral, wholeNumberIn } from '../../lib/numeral.ts'
import { ArrowLeft, ArrowRight } from '../../ui/icons/icons.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { momentPresets } from '../questions/past-moments.ts'
import { fieldOf, momentIn, momentInWords } from './moment-words.ts'
import type { Moment } from './use-moment.ts'

type ToolsProps = { then: BooksAsOf; now: BooksAsOf; moment: Moment }

export function AsOfTools({ then: { asOf: seen }, now: { asOf: end }, moment: { asOf, goTo } }: ToolsProps) {
  return (
    <section aria-labelledby="as-of" className="border-t border-raw pt-3.5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="as-of" className="type-xsmall font-medium text-stone">
            As of
          </h2>
          <p className="num text-[clamp(28px,3.6vw,52px)] leading-[0.98] font-medium tracking-[-0.02em] font-stretch-75%">
            {seen.event === 0 ? 'Before the first event' : momentInWords(seen.moment)}
          </p>
          <p className="type-small mt-2 text-stone">{placeOf(seen.event, end.event)}. Times in UTC</p>
          {/* Only a chosen moment is announced, because "now" keeps changing. */}
          <p role="status" className="sr-only">
            {asOf !== undefined && `As of event ${numeral(seen.event)}, ${momentInWords(seen.moment)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <div>
            <label htmlFor="preset" className="type-xsmall block text-stone">
              Go to
            </label>
            <SelectBox
              id="preset"
              value=""
              choices={[{ value: '', label: 'Choose a moment' }, ...momentPresets(end.moment)]}
              onChange={({ target }) => goTo(target.value)}
            />
          </div>
          <MomentField moment={seen.moment} onGo={goTo} />
          <EventField event={seen.event} most={end.event} onGo={goTo} />
          <AdminButton
            variant="outline"
            aria-label="One event back"
            disabled={seen.event === 0}
            onClick={() => goTo(String(seen.event - 1))}
          >
            <ArrowLeft />
          </AdminButton>
          <AdminButton
            variant="outline"
            aria-label="One event forward"
            disabled={seen.event >= end.event}
            onClick={() => goTo(String(seen.event + 1))}
          >
            <ArrowRight />
          </AdminButton>
          <AdminButton disabled={asOf === undefined} onClick={() => goTo(undefined)}>
            Now
          </AdminButton>
        </div>
      </div>
    </section>
  )
}

function placeOf(event: number, newest: number) {
  if (event === newest) return `after event ${numeral(event)}, the newest`
  const later = newest - event
  return `${event > 0 ? `after event ${numeral(event)}; ` : ''}${numeral(later)} ${later === 1 ? 'event' : 'events'} happened later`
}

const submitted = (go: () => void) => (event: FormEvent) => {
  event.preventDefault()
  go()
}

function MomentField({ moment, onGo }: { moment: string; onGo: Moment['goTo'] }) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const chosen = typed === undefined || typed === fieldOf(moment) ? undefined : momentIn(typed)
    if (chosen) onGo(chosen)
    setTyped(undefined)
  }
  return (
    <form onSubmit={submitted(go)}>
      <label className="block">
        <span className="type-xsmall block text-stone">Moment (UTC)</span>
        <input
          type="datetime-local"
          step={1}
          className="input-box num w-auto!"
          value={typed ?? fieldOf(moment)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
          // Enter in a `datetime-local` field does not submit the form by itself.
          onKeyDown={({ key }) => key === 'Enter' && go()}
        />
      </label>
    </form>
  )
}

type EventProps = { event: number; most: number; onGo: Moment['goTo'] }

function EventField({ event, most, onGo }: EventProps) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const chosen = wholeNumberIn(typed ?? '')
    if (chosen !== undefined && chosen !== event) onGo(String(Math.min(chosen, most)))
    setTyped(undefined)
  }
  return (
    <form onSubmit={submitted(go)}>
      <label className="block">
        <span className="type-xsmall block text-stone">Event</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          className="input-box num w-28!"
          value={typed ?? String(event)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
        />
      </label>
    </form>
  )
}
