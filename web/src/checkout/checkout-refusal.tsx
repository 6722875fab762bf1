import type { Cart } from '@shop/language/cart/api'
import type { Refusal as Refused } from '@shop/language/refusal/answers'
import { useChangeQuantity } from '../cart/change-cart.ts'
import { ApiError, messageOf } from '../lib/api.ts'
import { formatMoney } from '../lib/money.ts'
import { Note, NoteButton } from '../ui/note.tsx'
import { ResultMessage } from '../ui/result-message.tsx'
import { atCurrentPrices, linesOf, withinStock } from './cart-corrections.ts'
import { codeRefusal } from './discount-code.tsx'

type RefusalProps = {
  error: Error | null
  cart: Cart
  /** Whether a discount will be subtracted from the total. */
  hasCode: boolean
  onAgree: (cart: Cart) => void
  onCorrected: () => void
}

/** Why the checkout was refused and how to go on (decisions M1, S2, C8). */
export const CheckoutRefusal = ({ error, ...props }: RefusalProps) =>
  error &&
  !codeRefusal(error) && (
    <ResultMessage about={error}>
      <Refusal error={error} {...props} />
    </ResultMessage>
  )

function Refusal({ error, cart, hasCode, onAgree, onCorrected }: RefusalProps & { error: Error }) {
  const change = useChangeQuantity()
  const body = error instanceof ApiError ? error.body : {}

  if (body.code === 'PRICE_CHANGED' && body.lines && body.total !== undefined) {
    const agree = () => {
      onAgree(atCurrentPrices(cart, body))
      // When a line's quantity is set, the cart also accepts the line's new price.
      for (const line of linesOf(cart, body)) change(line, line.quantity)
    }
    return (
      <Note tone="warn" action={<NoteButton onClick={agree}>{`Continue with ${formatMoney(body.total)}`}</NoteButton>}>
        <PriceChanges lines={body.lines} total={body.total} hasCode={hasCode} />
      </Note>
    )
  }

  // Status 0 means that no answer came. The shop may have created the checkout.
  const fallback =
    error instanceof ApiError && error.status > 0
      ? 'Failed to create checkout session'
      : 'Unexpected error during checkout'
  const gone = cart.products.filter(({ unavailable }) => unavailable)
  const corrections =
    body.code === 'OUT_OF_STOCK' ? withinStock(cart, body) : gone.map((line) => ({ line, quantity: 0 }))
  const correct = () => {
    for (const { line, quantity } of corrections) change(line, quantity)
    onCorrected()
  }
  return (
    <Note
      tone="bad"
      action={corrections.length > 0 && <NoteButton onClick={correct}>{labelOf(corrections, body.left)}</NoteButton>}
    >
      <p>
        {body.code !== 'OUT_OF_STOCK' && gone.length === 0 && 'Error: '}
        {messageOf(error, fallback)}
      </p>
    </Note>
  )
}

type Changes = { lines: NonNullable<Refused['lines']>; total: number; hasCode: boolean }

const PriceChanges = ({ lines, total, hasCode }: Changes) => (
  <>
    {lines.map(({ name, productId, size, color, price, sentPrice }) => (
      <p key={`${productId} ${size} ${color}`} className="num">
        {name}: now {formatMoney(price)}, was {formatMoney(sentPrice)}.
      </p>
    ))}
    <p className="num">
      The total is {formatMoney(total)}
      {hasCode && ' with the discount'}. Nothing is charged yet.
    </p>
  </>
)

function labelOf(corrections: readonly unknown[], left = 0) {
  if (left > 0) return left === 1 ? 'Keep only the last piece' : `Keep only the ${left} available pieces`
  return corrections.length === 1 ? 'Remove it' : 'Remove them'
}
