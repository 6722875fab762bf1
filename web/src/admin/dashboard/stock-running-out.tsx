import type { Dashboard } from '@shop/language/dashboard/api'
import { useId, useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { StockLeft } from '../parts/stock-left.tsx'
import { ProductLine } from './product-line.tsx'

type StockProps = { products: Dashboard['stockRunningOut']; hasProducts: boolean }

export function StockRunningOut({ products, hasProducts }: StockProps) {
  const id = useId()
  const [isAll, showAll] = useState(false)
  if (products.length === 0)
    return (
      <p className="border-t border-hair py-4 text-rinse">
        {hasProducts ? 'No product is running out.' : 'There are no products yet.'}
      </p>
    )
  const shown = isAll ? products : products.slice(0, FEW)
  return (
    <>
      <ul id={id} className="border-t border-hair">
        {shown.map((product) => (
          <ProductLine
            key={product._id}
            product={product}
            below={
              <>
                {product.countInStock > 0 && product.daysLeft !== undefined && (
                  <p className="num type-xsmall">{goneIn(product.daysLeft)}</p>
                )}
                {product.runningOut.length > 0 && (
                  <p className="type-xsmall text-stone">{product.runningOut.map(inWords).join(' · ')}</p>
                )}
              </>
            }
            end={<StockLeft left={product.countInStock} />}
          />
        ))}
      </ul>
      {products.length > FEW && (
        <AdminButton
          variant="quiet"
          className="mt-2 px-0!"
          aria-expanded={isAll}
          aria-controls={id}
          onClick={() => showAll(!isAll)}
        >
          {isAll ? 'Show fewer' : `Show all ${products.length}`}
        </AdminButton>
      )}
    </>
  )
}

const FEW = 5

function goneIn(days: number) {
  if (days === 0) return 'Sells out within a day'
  return days === 1 ? 'Sells out in 1 day' : `Sells out in ${days} days`
}

type Line = Dashboard['stockRunningOut'][number]['runningOut'][number]

const inWords = ({ size, color, left }: Line) => `${[size, color].filter(Boolean).join(', ')}: ${left || 'sold out'}`
