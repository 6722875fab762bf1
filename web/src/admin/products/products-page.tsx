import { LOW_STOCK } from '@shop/language/limits'
import type { Product, StockLevel } from '@shop/language/product/api'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { choices } from '../../catalog/filters.ts'
import { formatMoney } from '../../lib/money.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Plus } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { Picture } from '../../ui/picture.tsx'
import { AdminButtonLink, DeleteButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { StockLeft } from '../parts/stock-left.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useDeleteProduct, useProductCount, useRestoreProduct } from './products-api.ts'

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

const COLUMNS = [
  { title: 'Image', isTitleHidden: true, className: 'w-13' },
  { title: 'Name', up: 'name' },
  'SKU',
  { title: 'Price', up: 'priceasc', down: 'pricedesc', end: true },
  { title: 'In stock', up: 'stock', end: true },
  { title: 'Actions', end: true },
]

type TableProps = {
  products: readonly Product[]
  sort: ListSort
  onDelete: (product: Product) => void
}

function ProductsTable({ products, sort, onDelete }: TableProps) {
  return (
    <AdminTable narrow="pictures" columns={COLUMNS} sort={sort}>
      {products.map((product) => (
        <ProductRow key={product._id} product={product} onDelete={() => onDelete(product)} />
      ))}
    </AdminTable>
  )
}

function ProductRow({ product, onDelete }: { product: Product; onDelete: () => void }) {
  const { _id, name, brand, material, sku, price, countInStock, images } = product
  const edit = `/admin/products/${_id}/edit`
  return (
    <tr>
      <td data-part="picture">
        <Picture url={images[0]?.url} alt="" sizes="64px" className="w-10 max-md:w-16" />
      </td>
      <td data-part="name">
        <Link
          to={edit}
          className="inline-flex min-h-7 items-center font-[550] wrap-anywhere underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
        >
          {name}
        </Link>
        <p className="type-xsmall text-stone">{[brand, material].filter(Boolean).join(' · ')}</p>
      </td>
      <td data-part="sku" className="num wrap-anywhere">
        {sku || <span className="text-stone">N/A</span>}
      </td>
      <td data-part="price" data-end className="num">
        {formatMoney(price)}
      </td>
      <td data-part="stock" data-end>
        <StockLeft left={countInStock} unit={<span className="md:hidden"> in stock</span>} />
      </td>
      <td data-part="actions" data-end className="whitespace-nowrap md:pl-6!">
        <AdminButtonLink to={edit} variant="outline" aria-label={`Edit ${name}`}>
          Edit
        </AdminButtonLink>
        <DeleteButton aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </DeleteButton>
      </td>
    </tr>
  )
}
