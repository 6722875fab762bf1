import type { Cart, CartLine } from '@shop/language/cart/api'
import type { Checkout, OrderItem } from '@shop/language/checkout/api'
import type { ReactNode } from 'react'
import { goneBecause } from '../cart/cart-line-row.tsx'
import { choiceOf } from '../cart/choice.ts'
import { PriceChange } from '../cart/price-change.tsx'
import { ProductName } from '../cart/product-name.tsx'
import { isGone } from '../cart/wanted-quantities.ts'
import { formatMoney, lineTotal } from '../lib/money.ts'
import { fullPrice } from '../orders/discount-sums.ts'
import { EstimatedDelivery } from '../orders/estimated-delivery.tsx'
import { ChevronDown } from '../ui/icons/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { HeldUntil } from './held-until.tsx'

type SummaryFrameProps = { total?: number; summary: ReactNode; children: ReactNode }

/** On narrow screens, a line with the total opens the summary above the form. */
export function SummaryFrame({ total, summary, children }: SummaryFrameProps) {
  return (
    <>
      <details className="group border-b border-hair bg-chalk lg:hidden">
        <summary className="wrap flex min-h-14 list-none items-center justify-between [&::-webkit-details-marker]:hidden">
          <span className="flex items-center gap-2 font-[550]">
            Order Summary
            <ChevronDown className="transition-transform duration-200 group-open:rotate-180" />
          </span>
          <b className="num font-semibold">{total !== undefined && formatMoney(total)}</b>
        </summary>
        <div className="wrap pb-8">{summary}</div>
      </details>
      <div className="to-the-footer lg:grid lg:grid-cols-[1fr_min(58.333%,980px)_min(41.667%,700px)_1fr]">
        <div className="grid content-start gap-10 px-(--gut) pt-6 pb-14 lg:col-2 lg:pr-20">{children}</div>
        <aside aria-labelledby="order-summary" className="col-[3/-1] bg-chalk max-lg:hidden">
          <div className="max-w-[700px] pt-10 pr-(--gut) pb-14 pl-14">
            <h2 id="order-summary" className="type-h3 mb-2">
              Order Summary
            </h2>
            {summary}
          </div>
        </aside>
      </div>
    </>
  )
}

export const CartSummary = ({ cart }: { cart: Cart }) => <Summary lines={cart.products} sums={cart} />

/** `timed`: whether to show the end of the hold. */
export const CheckoutSummary = ({ checkout, timed }: { checkout: Checkout; timed: boolean }) => (
  <>
    <Summary lines={checkout.checkoutItems} sums={checkout} />
    {timed && (
      <div className="mt-5 max-lg:hidden">
        <HeldUntil checkout={checkout} />
      </div>
    )}
  </>
)

type SummaryProps = { lines: readonly (CartLine | OrderItem)[]; sums: { discount?: number; totalPrice: number } }

function Summary({ lines, sums }: SummaryProps) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <SummaryLine key={`${line.productId} ${line.size} ${line.color}`} line={line} />
        ))}
      </ul>
      <dl className="num mt-4 grid gap-1.5 text-[0.9375rem]">
        <Amount name="Subtotal">{formatMoney(fullPrice(sums))}</Amount>
        {sums.discount && <Amount name="Discount">−{formatMoney(sums.discount)}</Amount>}
        <Amount name="Shipping">Free</Amount>
        <Amount name="Estimated delivery">
          <EstimatedDelivery />
        </Amount>
        <div className="mt-2 flex justify-between gap-4 border-t border-faded pt-3.5 text-xl font-semibold">
          <dt>Total</dt>
          <dd>{formatMoney(sums.totalPrice)}</dd>
        </div>
      </dl>
    </>
  )
}

function SummaryLine({ line }: { line: CartLine | (OrderItem & { unavailable?: never; soldOut?: never }) }) {
  const { name, image, price, quantity } = line
  const gone = isGone(line)
  return (
    <li className="grid grid-cols-[72px_1fr] gap-4.5 border-b border-faded py-5 last:border-0">
      <Picture url={image} alt="" sizes="72px" className="self-start" />
      <div className="min-w-0">
        <p className="flex justify-between gap-3 text-[0.9375rem] leading-[1.35]">
          <b className="font-[550] wrap-anywhere">
            <ProductName name={name} />
          </b>
          {!gone && <span className="num">{formatMoney(lineTotal(price, quantity))}</span>}
        </p>
        <p className="type-xsmall text-stone">
          {[choiceOf(line), quantity > 1 && `Quantity ${quantity}`].filter(Boolean).join(' · ')}
        </p>
        {gone ? (
          <p className="type-xsmall mt-1">{goneBecause(line)} Not included in your total. Remove it to check out.</p>
        ) : (
          isInCart(line) && <PriceChange line={line} />
        )}
      </div>
    </li>
  )
}

const isInCart = (line: CartLine | OrderItem): line is CartLine => 'currentPrice' in line

const Amount = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-rinse">{name}</dt>
    <dd>{children}</dd>
  </div>
)
