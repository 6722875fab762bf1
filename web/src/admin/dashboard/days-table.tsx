import type { Dashboard } from '@shop/language/api/dashboard'
import { formatMoney } from '../../lib/money.ts'
import { dayOf } from './plot-days.ts'

/** The numbers behind the plots, newest first. */
export function DaysTable({ days }: { days: Dashboard['days'] }) {
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
              <td data-end>{formatMoney(revenue)}</td>
              <td data-end>{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
