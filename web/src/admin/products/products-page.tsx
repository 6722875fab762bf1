import type { Product } from '@shop/shared/api/catalog'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { catalogQueries } from '../../catalog/catalog-api.ts'
import { AdminButtonLink } from '../parts/admin-button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { EmptyList } from '../parts/empty-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useDeleteProduct, useRestoreProduct } from './products-api.ts'
import { ProductsTable } from './products-table.tsx'
import { SavedNote } from './saved-note.tsx'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'priceasc', label: 'Price: Low to High' },
  { value: 'pricedesc', label: 'Price: High to Low' },
  { value: 'stock', label: 'Stock: Low to High' },
  { value: 'popularity', label: 'Popularity' },
]

export function ProductsPage() {
  const list = useAdminList<Product>('products')
  const total = useQuery(catalogQueries.facets(list.search ? `search=${encodeURIComponent(list.search)}` : '')).data
    ?.total
  const [asked, setAsked] = useState<Product>()
  const [deleted, setDeleted] = useState<Product>()
  const remove = useDeleteProduct()
  const restore = useRestoreProduct()

  const deleteAsked = () => {
    if (asked) remove.mutate(asked, { onSuccess: (_, product) => setDeleted(product) })
    setAsked(undefined)
    restore.reset()
  }

  return (
    <>
      <PageHead title="Product Management">
        <AdminButtonLink to="/admin/products/new">
          <Plus aria-hidden />
          Add product
        </AdminButtonLink>
      </PageHead>
      <SavedNote />
      <Failure error={remove.error} fallback="Failed to delete product" />
      <Failure error={restore.error} fallback="Failed to restore product" />
      {deleted && (
        <UndoNote
          key={deleted._id}
          text={`${deleted.name} deleted.`}
          isBusy={restore.isPending}
          onUndo={() => restore.mutate(deleted, { onSuccess: () => setDeleted(undefined) })}
        />
      )}
      <div className="mb-2 flex flex-wrap gap-2">
        <SearchField key={list.clearings} label="Search name or SKU" value={list.search} onFind={list.find} />
        <SortSelect className="md:hidden" sorts={sorts} sortBy={list.sortBy} onSort={list.sort} />
      </div>
      {list.isPending ? (
        <LoadingRows />
      ) : list.error ? (
        <Failure error={list.error} fallback="Failed to fetch admin products" onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyList search={list.search} onClear={list.clear}>
          There are no products yet.
        </EmptyList>
      ) : (
        <>
          <ProductsTable products={list.items} sortBy={list.sortBy} onSort={list.sort} onDelete={setAsked} />
          <Pager paging={list.paging} total={total} />
        </>
      )}
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          onKeep={() => setAsked(undefined)}
          onDelete={deleteAsked}
        >
          {asked.name}. It leaves the shop at once; it can be brought back from here.
        </ConfirmDialog>
      )}
    </>
  )
}
