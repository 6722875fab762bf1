import { LOW_STOCK } from '@shop/language/limits'
import type { Product, StockLevel } from '@shop/language/product/api'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { choices } from '../../catalog/filters.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Plus } from '../../ui/icons/icons.tsx'
import { Note } from '../../ui/note.tsx'
import { AdminButtonLink } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useDeleteProduct, useProductCount, useRestoreProduct } from './products-api.ts'
import { ProductsTable } from './products-table.tsx'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'priceasc', label: 'Price: Low to High' },
  { value: 'pricedesc', label: 'Price: High to Low' },
  { value: 'stock', label: 'Stock: Low to High' },
  { value: 'popularity', label: 'Popularity' },
]

const stockLevels: readonly { value: StockLevel; label: string }[] = [
  { value: 'in', label: 'In stock' },
  { value: 'low', label: `At most ${LOW_STOCK} of one size and color` },
  { value: 'out', label: 'Sold out' },
]

export function ProductsPage() {
  const list = useAdminList<Product>('products', ['category', 'stock'])
  const count = useProductCount(list.narrowing)
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
        <AdminButtonLink variant="quiet" to="/admin/holds">
          Held pieces
        </AdminButtonLink>
        <AdminButtonLink variant="quiet" to="/admin/deleted?kind=product">
          Deleted products
        </AdminButtonLink>
        <AdminButtonLink to="/admin/products/new">
          <Plus />
          Add product
        </AdminButtonLink>
      </PageHead>
      <SavedNote />
      <AdminFailure error={remove.error} fallback="Failed to delete product" />
      <AdminFailure error={restore.error} fallback="Failed to restore product" />
      {deleted && (
        <UndoNote
          key={deleted._id}
          text={`${deleted.name} deleted.`}
          isBusy={restore.isPending}
          onUndo={() => restore.mutate(deleted, { onSuccess: () => setDeleted(undefined) })}
        />
      )}
      {restore.isSuccess && <DoneNote>{`${restore.variables.name} is restored.`}</DoneNote>}
      <ListTools list={list} label="Search name or SKU" sorts={sorts} headsFrom="md">
        <FilterSelect list={list} name="category" label="Category" any="All categories" choices={choices.category} />
        <FilterSelect list={list} name="stock" label="Stock" any="Any stock" choices={stockLevels} />
      </ListTools>
      <ListBody list={list} failure="Failed to fetch admin products" empty="There are no products yet." count={count}>
        <ProductsTable products={list.items} sort={list} onDelete={setAsked} />
      </ListBody>
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          onKeep={() => setAsked(undefined)}
          onAct={deleteAsked}
        >
          {asked.name}. It disappears from the shop at once. You can restore it from here.
        </ConfirmDialog>
      )}
    </>
  )
}

function SavedNote() {
  const { saved } = (useLocation().state ?? {}) as { saved?: string }
  if (!saved) return null
  return (
    <Note className="mb-5" tone="ok">
      <p>{saved}</p>
    </Note>
  )
}
