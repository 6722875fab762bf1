import type { Dashboard } from '@shop/language/dashboard/api'
import { numeral } from '../../lib/numeral.ts'
import { ProductLine } from './product-line.tsx'

export function BestSellers({ products }: { products: Dashboard['bestSellers'] }) {
  if (products.length === 0) return <p className="border-t border-hair py-4 text-rinse">Nothing has been sold yet.</p>
  const most = Math.max(...products.map(({ sold }) => sold))
  return (
    <ol className="border-t border-hair">
      {products.map((product) => (
        <ProductLine
          key={product._id}
          product={product}
          below={
            <div aria-hidden className="mt-1.5 h-1 bg-chalk">
              <div className="h-1 bg-vat" style={{ width: `${(100 * product.sold) / most}%` }} />
            </div>
          }
          end={<b className="num font-semibold">{numeral(product.sold)}</b>}
        />
      ))}
    </ol>
  )
}
