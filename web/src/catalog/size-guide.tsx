import type { Product } from '@shop/language/api/catalog'
import { lazy, useState } from 'react'
import { PagePart } from '../layout/page-part.tsx'
import { ahead } from '../lib/load-ahead.ts'

const loadDrawer = () => import('./size-drawer.tsx')
const SizeDrawer = lazy(async () => ({ default: (await loadDrawer()).SizeDrawer }))

/** Opens the sizes in cm and inches, and how to care for what is made of this; both are loaded on demand. */
export function SizeGuide({ product }: { product: Product }) {
  // Undefined before it is first opened; from then on it is kept, so that it can also slide out.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <div className="-my-4">
      <button
        type="button"
        aria-haspopup="dialog"
        className="text-link text-[0.875rem]!"
        onPointerEnter={ahead(loadDrawer)}
        onFocus={ahead(loadDrawer)}
        onClick={() => setOpen(true)}
      >
        Size guide and care
      </button>
      {isOpen !== undefined && (
        <PagePart>
          <SizeDrawer product={product} open={isOpen} onClose={() => setOpen(false)} />
        </PagePart>
      )}
    </div>
  )
}
