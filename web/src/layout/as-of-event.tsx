import { eventCount, numeral } from '../lib/numeral.ts'

type AsOfProps = {
  /** Null if the log cannot count its events. */
  event: number | null
  /** Null if unknown. */
  behind: number | null
  what?: string
}

/** Screen readers do not announce a new number, because it changes every few seconds. */
export const AsOfEvent = ({ event, behind, what = 'As of event' }: AsOfProps) => (
  <p className="type-small mb-4 flex items-center gap-2 text-rinse">
    <i aria-hidden className={`size-2 ${behind === 0 || (behind === null && event !== null) ? 'bg-ok' : 'bg-warn'}`} />
    <span>
      {event === null ? (
        wordsOf(behind)
      ) : (
        <>
          {what} <b className="font-semibold">{numeral(event)}</b>
          {behind !== null && (behind > 0 ? `, ${eventCount(behind)} behind` : ', the newest')}
        </>
      )}
    </span>
  </p>
)

const wordsOf = (behind: number | null) =>
  behind === 0 ? 'As of the newest event' : 'Not up to date yet: the page is catching up'
