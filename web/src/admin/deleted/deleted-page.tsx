import type { Deleted } from '@shop/language/deleted/api'
import { DoneNote } from '../../ui/done-note.tsx'
import { RestoreFailure } from '../orders/restore-failure.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { deletedName } from './deleted-name.ts'
import { DeletedTable } from './deleted-table.tsx'
import { useRestoreDeleted } from './use-restore-deleted.ts'

const kinds = [
  { value: 'product', label: 'Products' },
  { value: 'order', label: 'Orders' },
]

/** Each deleted product or order can be restored (decisions P12). */
export function DeletedPage() {
  const list = useAdminList<Deleted>('deleted', ['kind'])
  const restore = useRestoreDeleted()
  return (
    <>
      <PageHead title="Deleted" lead="Deleted products and orders, newest first. You can restore each of them." />
      <RestoreFailure error={restore.error} fallback={failureOf(restore.variables)} />
      {restore.isSuccess && (
        <DoneNote>
          {`${deletedName(restore.variables)} is restored${restore.data.status === 'Cancelled' ? ', with the status Cancelled' : ''}.`}
        </DoneNote>
      )}
      <div className="mb-2 flex flex-wrap gap-2">
        <SearchField label="Search order, product, SKU or user" value={list.search} onFind={list.find} />
        <FilterSelect list={list} name="kind" label="Kind" any="Products and orders" choices={kinds} />
      </div>
      <ListBody list={list} failure="Failed to fetch the deleted entries" empty="Nothing has been deleted.">
        <DeletedTable
          deleted={list.items}
          restoring={restore.isPending ? restore.variables : undefined}
          onRestore={(one) => restore.mutate(one)}
        />
      </ListBody>
    </>
  )
}

const failureOf = (one: Deleted | undefined) =>
  one?.kind === 'order' ? 'Failed to restore order' : 'Failed to restore product'
