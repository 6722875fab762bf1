import type { Product } from '@shop/language/product/api'
import { useState } from 'react'
import { pagePart } from '../layout/page-part.tsx'

const [SizeDrawer, loadAhead] = pagePart(async () => (await import('./size-drawer.tsx')).SizeDrawer)

export function SizeGuide({ product }: { product: Product }) {
  // Undefined until first opened. After that, the drawer stays mounted, so that it can slide out.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <div className="-my-4">
      <button
        type="button"
        aria-haspopup="dialog"
        className="text-link text-[0.875rem]!"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(true)}
      >
        Size guide and care
      </button>
      {isOpen !== undefined && <SizeDrawer product={product} open={isOpen} onClose={() => setOpen(false)} />}
    </div>
  )
}
