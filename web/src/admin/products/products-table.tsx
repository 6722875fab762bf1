import type { Product } from '@shop/language/product/api'
import { formatMoney } from '../../lib/money.ts'
import { Link } from '../../ui/link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { AdminButtonLink, DeleteButton } from '../parts/admin-button.tsx'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { StockLeft } from '../parts/stock-left.tsx'

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

export function ProductsTable({ products, sort, onDelete }: TableProps) {
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
          className="inline-flex min-h-7 items-center font-[550] underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
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
