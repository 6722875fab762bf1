import type { Order } from '@shop/language/order/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { cartQueries, currentOwner } from '../cart/cart-api.ts'
import { ViewCart } from '../cart/view-cart.tsx'
import { keyOf, type LineId } from '../cart/wanted-quantities.ts'
import { ApiError, messageOf } from '../lib/api.ts'
import { ActFailure } from '../ui/act-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { ResultMessage } from '../ui/result-message.tsx'

export function OrderAgain({ order }: { order: Order }) {
  const { mutate: again, isPending, data: outcome, error } = useOrderAgain(order)
  return (
    <div className="mt-8 grid gap-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button small busy={isPending} busyLabel="Adding to cart…" onClick={() => again()}>
          Order again
        </Button>
        <Button small variant="outline" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
      {error && <ActFailure error={error}>{messageOf(error, 'Not all pieces could be added. Try again.')}</ActFailure>}
      {outcome?.status === order.status && (
        <ResultMessage about={outcome}>
          <Note tone={outcome.missing.size === 0 ? 'ok' : 'warn'} action={outcome.isFilled && <ViewCart />}>
            <p>{outcomeInWords(outcome)}</p>
            {[...outcome.missing].map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </Note>
        </ResultMessage>
      )}
    </div>
  )
}

function outcomeInWords({ missing, isFilled }: { missing: ReadonlySet<string>; isFilled: boolean }) {
  if (missing.size === 0) return 'Added to your cart.'
  return `${isFilled ? 'Not all' : 'None'} of these pieces could be added to your cart.`
}

/** Resolves with the reasons why pieces are missing, and the order's status at that time. A press after a failure adds no pieces twice. */
function useOrderAgain({ orderItems, status }: Order) {
  const client = useQueryClient()
  const { mutateAsync: add } = useAddToCart()
  const lines = useRef<typeof orderItems>(undefined)
  const piecesInCart = async (line: LineId) => {
    const { products } = await client.fetchQuery({ ...cartQueries.of(currentOwner()), staleTime: 0 })
    return products.find((other) => keyOf(other) === keyOf(line))?.quantity ?? 0
  }
  return useMutation({
    mutationFn: async () => {
      const missing = new Set<string>()
      let isFilled = false
      // Each line object has its own idempotency key, so the objects are kept until all calls are answered.
      lines.current ??= orderItems.map((item) => ({ ...item }))
      for (const line of lines.current) {
        const refusal = await refusalOf(add(line))
        if (!refusal) {
          isFilled = true
          continue
        }
        missing.add(`${line.name}: ${messageOf(refusal, 'Failed to add item to cart')}`)
        if (refusal.code !== 'OUT_OF_STOCK') continue
        const here = await piecesInCart(line)
        const more = (refusal.body.left ?? 0) - here
        const isMore = more > 0 && !(await refusalOf(add({ ...line, quantity: more })))
        isFilled ||= isMore || here > 0
      }
      lines.current = undefined
      return { missing, isFilled, status }
    },
  })
}

/** Returns a refusal, because a retry would be refused again. Throws any other error. */
const refusalOf = (call: Promise<unknown>): Promise<ApiError | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError && error.isRefusal) return error
      throw error
    },
  )
