import type { Dashboard } from '@shop/shared/api/dashboard'
import { StockLeft } from '../parts/stock-left.tsx'
import { ProductLine } from './product-line.tsx'

export function StockRunningOut({ products }: { products: Dashboard['stockRunningOut'] }) {
  if (products.length === 0)
    return <p className="border-t border-hair py-4 text-rinse">There is enough of everything.</p>
  return (
    <ul className="border-t border-hair">
      {products.map((product) => (
        <ProductLine key={product._id} product={product} end={<StockLeft left={product.countInStock} />} />
      ))}
    </ul>
  )
}
