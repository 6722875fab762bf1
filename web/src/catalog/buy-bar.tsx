import type { Product } from '@shop/language/product/api'
import { useEffect, useRef, useState } from 'react'
import { ViewCart } from '../cart/view-cart.tsx'
import { formatMoney } from '../lib/money.ts'
import { Button } from '../ui/button.tsx'
import type { Purchase } from './use-purchase.ts'

type BarProps = { product: Product; purchase: Purchase; shown: boolean }

export function BuyBar({ product, purchase, shown }: BarProps) {
  if (!shown || purchase.isSoldOut) return null
  const choice = [purchase.color, purchase.size].filter(Boolean).join(', ')
  return (
    <div className="buy-bar fixed right-0 bottom-0 left-(--tape) z-5 flex min-h-17 items-center justify-between gap-4 border-t border-raw bg-bleach px-(--gut) py-2.5 md:hidden">
      <div className="type-small min-w-0">
        <p className="truncate font-semibold">{product.name}</p>
        {purchase.isAdded ? (
          <ViewCart />
        ) : (
          <p className="num truncate">
            <span className="text-stone">{choice && `${choice} · `}</span>
            {formatMoney(product.price)}
          </p>
        )}
      </div>
      <Button
        small
        busy={purchase.isAdding}
        busyLabel="Adding..."
        disabled={purchase.left <= 0}
        onClick={purchase.add}
        className="min-h-12! flex-none px-[22px]!"
      >
        Add to Cart
      </Button>
    </div>
  )
}

/** True until the browser reports the element's position. */
export function useOutOfSight() {
  const ref = useRef<HTMLDivElement>(null)
  const [isOut, setOut] = useState(true)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setOut(entry?.isIntersecting === false))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isOut }
}
