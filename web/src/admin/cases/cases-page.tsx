import type { Case } from '@shop/language/case/api'
import { formatMoney } from '../../lib/money.ts'
import { momentInWords } from '../orders/history-words.ts'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { CaseBadge } from './case-badge.tsx'
import { caseWords } from './case-words.ts'
import { CodeWords } from './code-words.tsx'

const sorts = [
  { value: '', label: 'Open first' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'amountdesc', label: 'Amount: High to Low' },
]
const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
]

export function CasesPage() {
  const list = useAdminList<Case>('cases', ['status'])
  return (
    <>
      <PageHead
        title="Needs attention"
        lead="Cases that the shop cannot settle by itself. Most are about payments and refunds."
      />
      <ListTools list={list} label="Search user, order or payment" sorts={sorts} headsFrom="md">
        <FilterSelect list={list} name="status" label="Status" any="Open and closed" choices={statuses} />
      </ListTools>
      <ListBody list={list} failure="Failed to fetch what needs attention" empty="Nothing needs your attention.">
        <CasesTable cases={list.items} sort={list} />
      </ListBody>
    </>
  )
}

const COLUMNS = [
  'What',
  'User',
  { title: 'Amount', down: 'amountdesc', end: true },
  { title: 'Since', up: 'oldest' },
  'Status',
]

type TableProps = { cases: readonly Case[]; sort: ListSort }

function CasesTable({ cases, sort }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS} sort={sort}>
      {cases.map((one) => (
        <tr key={one._id}>
          <td className="wrap-anywhere">
            <RowLink to={`/admin/cases/${one._id}`} className="font-[550]">
              {caseWords[one.kind].title}
            </RowLink>
            <p className="type-small text-rinse">
              <CodeWords code={one.code} />
            </p>
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
