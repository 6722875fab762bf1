import { useState } from 'react'
import { fieldOf, momentIn } from '../time/moment-words.ts'
import type { Between } from './use-event-filter.ts'

type FieldsProps = { between: Between; onStretch: (between: Between) => void }

/** An empty field means no limit. */
export const BetweenFields = ({ between, onStretch }: FieldsProps) => (
  <div className="mb-4 flex flex-wrap gap-4">
    <MomentField
      label="From (UTC)"
      moment={between.from}
      onGo={(from) => onStretch({ ...between, from: from && `${fieldOf(from)}.000Z` })}
    />
    <MomentField label="Up to (UTC)" moment={between.to} onGo={(to) => onStretch({ ...between, to })} />
  </div>
)

type MomentProps = { label: string; moment: string | undefined; onGo: (moment: string | undefined) => void }

/** A typed moment takes effect on Enter or when the field loses the focus. */
function MomentField({ label, moment, onGo }: MomentProps) {
  const [typed, setTyped] = useState<string>()
  const shown = moment === undefined ? '' : fieldOf(moment)
  const go = () => {
    if (typed !== undefined && typed !== shown) onGo(momentIn(typed))
    setTyped(undefined)
  }
  return (
    <label className="block">
      <span className="type-xsmall block text-stone">{label}</span>
      <input
        type="datetime-local"
        step={1}
        className="input-box num w-auto!"
        value={typed ?? shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={go}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
    </label>
  )
}
