import { useState } from 'react'
import { type Between, timeIn } from './use-event-filter.ts'

type FieldsProps = { between: Between; onStretch: (between: Between) => void }

/** An empty field means no limit. */
export const BetweenFields = ({ between, onStretch }: FieldsProps) => (
  <div className="mb-4">
    <div className="flex flex-wrap gap-4">
      <MomentField label="From (UTC)" moment={between.from} onGo={(from) => onStretch({ ...between, from })} />
      <MomentField label="Before (UTC)" moment={between.to} onGo={(to) => onStretch({ ...between, to })} />
    </div>
    <p className="type-xsmall mt-1 text-stone">The time “From” is in the range. The time “Before” is not.</p>
  </div>
)

type MomentProps = { label: string; moment: string | undefined; onGo: (moment: string | undefined) => void }

/** A typed moment takes effect on Enter or when the field loses the focus. Milliseconds are shown only if the moment has some. */
function MomentField({ label, moment, onGo }: MomentProps) {
  const [typed, setTyped] = useState<string>()
  const shown = moment?.replace(/(\.000)?Z$/, '') ?? ''
  const go = () => {
    if (typed !== undefined && typed !== shown) onGo(timeIn(`${typed}Z`))
    setTyped(undefined)
  }
  return (
    <label className="block">
      <span className="type-xsmall block text-stone">{label}</span>
      <input
        type="datetime-local"
        step={shown.includes('.') ? 0.001 : 1}
        className="input-box num w-auto!"
        value={typed ?? shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={go}
        onKeyDown={({ key }) => key === 'Enter' && go()}
      />
    </label>
  )
}
