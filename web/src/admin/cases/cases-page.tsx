import type { Case } from '@shop/language/case/api'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { CasesTable } from './cases-table.tsx'

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
