import { formatMoney } from '../../lib/money.ts'
import { DollarField } from '../../ui/field.tsx'

export type RefundChoice = 'all' | 'some' | 'none' | 'later'

type ChoiceProps = {
  /** The amount that can still be refunded. */
  left: number
  choice: RefundChoice
  onChoose: (choice: RefundChoice) => void
  /** Absent for several orders, because one amount would not fit all of them. */
  part?: { amount: string; onAmount: (amount: string) => void }
}

export function CancelRefund({ left, choice, onChoose, part }: ChoiceProps) {
  const choices: readonly (readonly [RefundChoice, string])[] = [
    ['all', `Refund all ${formatMoney(left)}`],
    ...(part ? [['some', 'Refund a part'] as const] : []),
    ['none', 'Refund nothing'],
    ['later', 'Decide later. “Refund due” is shown until then'],
  ]
  return (
    <fieldset>
      <legend className="mb-1 text-[0.84375rem] font-[550]">Refund</legend>
      {choices.map(([value, label]) => (
        <div key={value}>
          <label className="flex min-h-11 items-center gap-2.5 text-[0.90625rem] lg:min-h-9">
            <input
              type="radio"
              name="refund"
              className="tick"
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
          {value === 'some' && choice === 'some' && part && (
            <DollarField
              label="Amount in dollars"
              name="refundAmount"
              className="mb-2 ml-7"
              min={0.01}
              max={left}
              required
              value={part.amount}
              onChange={({ target }) => part.onAmount(target.value)}
              hint={`At most ${formatMoney(left)}. The rest is kept.`}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}
