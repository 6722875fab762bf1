import type { CartLine } from '@shop/language/api/cart'
import { FEW_LEFT } from '@shop/language/api/limits'
import { useQuery } from '@tanstack/react-query'
import { catalogQueries } from '../products/catalog-api.ts'
import { Stitches } from '../products/stitches.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import { useCartDrawer } from './cart-drawer-store.ts'
import { keyOf, useWantedQuantities } from './wanted-quantities.ts'

/** Why the last change of this line was rolled back, else how few pieces are left. */
export function LineNotes({ line }: { line: CartLine }) {
  const reason = useWantedQuantities(({ refusals }) => refusals[keyOf(line)])
  return (
    <>
      <div role="alert">
        {reason && (
          <p className="type-xsmall mt-1.5 flex items-start gap-1.5 text-bad">
            <CircleAlert className="mt-px size-4" />
            {reason}
          </p>
        )}
      </div>
      {!reason && !line.unavailable && <FewLeft productId={line.productId} />}
    </>
  )
}

function FewLeft({ productId }: { productId: string }) {
  const open = useCartDrawer((drawer) => drawer.open)
  const { data: product } = useQuery({ ...catalogQueries.product(productId), enabled: open })
  if (!product || product.countInStock > FEW_LEFT) return null
  return (
    <p className="mt-1">
      <Stitches left={product.countInStock} />
    </p>
  )
}
