import type { Dashboard } from '@shop/language/dashboard/api'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { daysFrom } from './day-range.ts'
import { Figure, FigureRow } from './figures.tsx'

type Period = Dashboard['period']
type Sums = Period['before']

export function PeriodFigures({ period }: { period: Period }) {
  return (
    <FigureRow>
      {figures.map(({ name, of, say }) => (
        <Figure key={name} name={`${name}, ${daysInWords(period)}`} value={say(of(period))}>
          <span>
            {changeInWords(of(period), of(period.before))}
            {of(period.before) > 0 && <span className="text-stone">, was {say(of(period.before))}</span>}
          </span>
        </Figure>
      ))}
    </FigureRow>
  )
}

export const daysInWords = ({ from, to }: Pick<Period, 'from' | 'to'>) => {
  const count = daysFrom(from, to)
  return count === 1 ? '1 day' : `${count} days`
}

const figures: readonly { name: string; of: (sums: Sums) => number; say: (value: number) => string }[] = [
  { name: 'Revenue', of: ({ revenue }) => revenue, say: formatMoney },
  { name: 'Net revenue', of: ({ netRevenue }) => netRevenue, say: formatMoney },
  { name: 'Orders', of: ({ orders }) => orders, say: numeral },
  {
    name: 'Average order',
    of: ({ revenue, orders }) => (orders === 0 ? 0 : Math.round((revenue * 100) / orders) / 100),
    say: formatMoney,
  },
]

export function changeInWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'None in either period' : 'None in the period before'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'No change'
  return percent > 0 ? `${numeral(percent)}% more` : `${-percent}% less`
}
