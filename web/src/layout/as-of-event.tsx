import { eventCount, numeral } from '../lib/numeral.ts'

type AsOfProps = {
  /** The newest event shown. Null if the log cannot count its events. */
  event: number | null
  /** How many later events the log has. Null if unknown. */
  behind: number | null
  what?: string
}

/** The newest event that a page includes. It changes every few seconds, so screen readers do not read it out. */
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
