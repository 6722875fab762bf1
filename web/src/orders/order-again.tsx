import type { Order } from '@shop/language/api/orders'
import { useMutation } from '@tanstack/react-query'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { ViewCart } from '../cart/view-cart.tsx'
import { ApiError, messageOf } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Told } from '../ui/told.tsx'

/** Puts what an order has into the cart as far as it still exists, and a receipt on paper. */
export function OrderAgain({ order }: { order: Order }) {
  const { mutate: again, isPending, data: outcome } = useOrderAgain(order)
  return (
    <div className="mt-8 grid gap-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button small busy={isPending} busyLabel="Filling your cart…" onClick={() => again()}>
          Order again
        </Button>
        <Button small variant="outline" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
      {outcome && (
        <Told about={outcome}>
          <Note tone={outcome.missing.length === 0 ? 'ok' : 'warn'} action={outcome.isFilled && <ViewCart />}>
            <p>{outcome.isFilled ? 'It is in your cart.' : 'Nothing of it can be had.'}</p>
            {outcome.missing.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </Note>
        </Told>
      )}
    </div>
  )
}

/** Its answer says of each piece that is not in the cart, or not all of it, why. */
function useOrderAgain({ orderItems }: Order) {
  const { mutateAsync: add } = useAddToCart()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const missing: string[] = []
      let isFilled = false
      for (const { productId, name, size, color, quantity } of orderItems) {
        const line = { productId, size, color }
        try {
          await add({ ...line, quantity })
          isFilled = true
        } catch (error) {
          missing.push(`${name}: ${messageOf(error, 'Failed to add item to cart')}`)
          const left = error instanceof ApiError && error.code === 'OUT_OF_STOCK' ? (error.body.left ?? 0) : 0
          if (left > 0)
            isFilled = await add({ ...line, quantity: left }).then(
              () => true,
              () => isFilled,
            )
        }
      }
      return { missing, isFilled }
    },
  })
}
