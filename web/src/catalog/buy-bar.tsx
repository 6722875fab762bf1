import type { Product } from '@shop/language/api/catalog'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../lib/money.ts'
import { Button } from '../ui/button.tsx'
import type { Purchase } from './use-purchase.ts'

type BarProps = { product: Product; purchase: Purchase; shown: boolean }

/** On a phone: a bar with the button, shown once the button itself has been scrolled past. */
export function BuyBar({ product, purchase, shown }: BarProps) {
  if (!shown || purchase.isSoldOut) return null
  const choice = [purchase.color, purchase.size].filter(Boolean).join(', ')
  return (
    <div className="fixed right-0 bottom-0 left-(--tape) z-5 flex min-h-17 items-center justify-between gap-4 border-t border-raw bg-bleach px-(--gut) py-2.5 md:hidden">
      <div className="type-small min-w-0">
        <p className="truncate font-semibold">{product.name}</p>
        <p className="num truncate">
          <span className="text-stone">{choice && `${choice} · `}</span>
          {formatMoney(product.price)}
        </p>
      </div>
      <Button
        small
        busy={purchase.isAdding}
        busyLabel="Adding..."
        disabled={purchase.left <= 0}
        onClick={purchase.add}
        className="min-h-12! px-[22px]!"
      >
        Add to Cart
      </Button>
    </div>
  )
}

export function useScrolledPast() {
  const ref = useRef<HTMLDivElement>(null)
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      // Everything below the window counts as visible, so that a jump from the page's top to its end is noticed.
      rootMargin: '0px 0px 1000000px 0px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isPast }
}
