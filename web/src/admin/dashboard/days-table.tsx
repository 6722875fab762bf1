import type { Dashboard } from '@shop/language/dashboard/api'
import type { ReactNode } from 'react'
import { dayInWords } from '../../lib/day-in-words.ts'
import { formatMoney } from '../../lib/money.ts'
import { AdminTable } from '../parts/admin-table.tsx'

type TableProps = {
  days: Dashboard['days']
  figureOf?: (figure: 'revenue' | 'orders', day: string, text: string) => ReactNode
}

const COLUMNS = ['Day (UTC)', { title: 'Revenue', end: true }, { title: 'Orders', end: true }]

export function DaysTable({ days, figureOf = (_figure, _day, text) => text }: TableProps) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center underline lg:min-h-8">Show as table</summary>
      <AdminTable className="num mt-2" columns={COLUMNS}>
        {days.toReversed().map(({ day, revenue, orders }) => (
          <tr key={day}>
            <td>{dayInWords(day)}</td>
            <td data-end>{figureOf('revenue', day, formatMoney(revenue))}</td>
            <td data-end>{figureOf('orders', day, String(orders))}</td>
          </tr>
        ))}
      </AdminTable>
    </details>
  )
}
