import type { Dashboard } from '@shop/language/api/dashboard'
import { StockLeft } from '../parts/stock-left.tsx'
import { ProductLine } from './product-line.tsx'

type StockProps = { products: Dashboard['stockRunningOut']; hasProducts: boolean }

export function StockRunningOut({ products, hasProducts }: StockProps) {
  if (products.length === 0)
    return (
      <p className="border-t border-hair py-4 text-rinse">
        {hasProducts ? 'There is enough of everything.' : 'There are no products yet.'}
      </p>
    )
  return (
    <ul className="border-t border-hair">
      {products.map((product) => (
        <ProductLine
          key={product._id}
          product={product}
          below={
            product.runningOut.length > 0 && (
              <p className="type-xsmall text-stone">{product.runningOut.map(inWords).join(' · ')}</p>
            )
          }
          end={<StockLeft left={product.countInStock} />}
        />
      ))}
    </ul>
  )
}

type Line = Dashboard['stockRunningOut'][number]['runningOut'][number]

const inWords = ({ size, color, left }: Line) => `${[size, color].filter(Boolean).join(', ')}: ${left || 'sold out'}`
