import type { Case } from '@shop/language/case/api'
import { formatMoney } from '../../lib/money.ts'
import { momentInWords } from '../orders/history-words.ts'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { CaseBadge } from './case-badge.tsx'
import { caseWords } from './case-words.ts'

const COLUMNS = [
  'What',
  'User',
  { title: 'Amount', down: 'amountdesc', end: true },
  { title: 'Since', up: 'oldest' },
  'Status',
]

type TableProps = { cases: readonly Case[]; sort: ListSort }

export function CasesTable({ cases, sort }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS} sort={sort}>
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
    </AdminTable>
  )
}
