import type { CartLine } from '@shop/language/cart/api'
import { formatMoney } from '../lib/money.ts'
import { useCartSymbol } from './cart-api.ts'
import { useChangeQuantity } from './change-cart.ts'

/** A higher price needs the shopper's click (decisions C8). */
export function PriceChange({ line }: { line: CartLine }) {
  const { addedPrice, currentPrice, price, quantity } = line
  const symbol = useCartSymbol()
  const change = useChangeQuantity()
  if (addedPrice === undefined || currentPrice === undefined) return null
  return (
    <p className="type-xsmall mt-1">
      Now <span className="num">{formatMoney(currentPrice, symbol)}</span>, was{' '}
      <span className="num">{formatMoney(addedPrice, symbol)}</span> when you added it.{' '}
      {currentPrice > price && (
        <button
          type="button"
          className="block min-h-11 min-w-11 text-left underline underline-offset-[0.22em] lg:min-h-6"
          // The same quantity again accepts the current price.
          onClick={() => change(line, quantity)}
        >
          Keep at {formatMoney(currentPrice, symbol)}
        </button>
      )}
    </p>
  )
}
