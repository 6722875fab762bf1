import type { AnalysisStatus } from '@shop/language/analysis/api'
import { numeral } from '../lib/numeral.ts'
import { Note } from '../ui/note.tsx'
import { minuteInWords } from './time/moment-words.ts'

type Damages = NonNullable<AnalysisStatus['damages']>
export type EventRange = Pick<Damages['newest'][number], 'first' | 'last'>

export const rangeWords = ({ first, last }: EventRange) =>
  first === last ? `event ${numeral(first)}` : `events ${numeral(first)} to ${numeral(last)}`

const FEW = 3

export function DamageFacts({ damages }: { damages: Damages | undefined }) {
  if (!damages) return null
  const { times, newest } = damages
  return (
    <div className="mt-3">
      <Note tone="warn">
        <p>
          {times === 1
            ? 'A part of this copy was damaged once.'
            : `Parts of this copy were damaged ${numeral(times)} times.`}{' '}
          The shop rebuilds a damaged copy from the log. A failing disk or a changed file can be the cause: tell the
          operator.
        </p>
        <ul className="type-small mt-2 grid gap-1.5">
          {newest.slice(0, FEW).map(({ foundAt, rebuiltAt, ...events }) => (
            <li key={foundAt} className="num first-letter:uppercase">
              {rangeWords(events)}: found {minuteInWords(foundAt)},{' '}
              {rebuiltAt === null ? 'not rebuilt yet' : `rebuilt ${minuteInWords(rebuiltAt)}`}
            </li>
          ))}
        </ul>
        {times > FEW && <p className="type-small mt-2">The newest {FEW} are listed.</p>}
      </Note>
    </div>
  )
}
