import type { Dashboard } from '@shop/language/dashboard/api'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { dayOf } from './plot-days.ts'

type TableProps = {
  days: Dashboard['days']
  figureOf?: (figure: 'revenue' | 'orders', day: string, text: string) => ReactNode
}

export function DaysTable({ days, figureOf = (_figure, _day, text) => text }: TableProps) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center underline lg:min-h-8">Show as table</summary>
      <table className="admin-table mt-2">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col" data-end>
              Revenue
            </th>
            <th scope="col" data-end>
              Orders
            </th>
          </tr>
        </thead>
        <tbody className="num">
          {days.toReversed().map(({ day, revenue, orders }) => (
            <tr key={day}>
              <td>{dayOf(day)}</td>
              <td data-end>{figureOf('revenue', day, formatMoney(revenue))}</td>
              <td data-end>{figureOf('orders', day, String(orders))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
