import type { Case } from '@shop/language/case/api'
import { formatMoney } from '../../lib/money.ts'
import { momentInWords } from '../orders/history-words.ts'
import { RowLink } from '../parts/row-link.tsx'
import { SortHead } from '../parts/sort-head.tsx'
import { CaseBadge } from './case-badge.tsx'
import { caseWords } from './case-words.ts'

type TableProps = { cases: readonly Case[]; sortBy: string; onSort: (by: string) => void }

export function CasesTable({ cases, sortBy, onSort }: TableProps) {
  return (
    <table className="admin-table" data-narrow="lines">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">User</th>
          <SortHead label="Amount" down="amountdesc" sortBy={sortBy} onSort={onSort} end />
          <SortHead label="Since" up="oldest" sortBy={sortBy} onSort={onSort} />
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr key={one._id}>
            <td className="wrap-anywhere">
              <RowLink to={`/admin/cases/${one._id}`} className="font-[550]">
                {caseWords[one.kind].title}
              </RowLink>
              <p className="type-xsmall text-stone">{one.code}</p>
            </td>
            <td data-wide className="wrap-anywhere">
              {one.user?.name ?? <span className="text-stone">N/A</span>}
            </td>
            <td data-end className="num">
              {one.times === undefined ? formatMoney(one.amount) : <span className="text-stone">N/A</span>}
            </td>
            <td data-second className="num">
              {momentInWords(one.openedAt)}
            </td>
            <td data-badges>
              <CaseBadge one={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
