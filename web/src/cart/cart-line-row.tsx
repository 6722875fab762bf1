import type { CartLine } from '@shop/language/cart/api'
import { FEW_LEFT, MAX_QUANTITY } from '@shop/language/limits'
import { formatMoney, lineTotal } from '../lib/money.ts'
import { productAddress } from '../products/product-address.ts'
import { Stitches } from '../products/stitches.tsx'
import { CircleAlert, Trash } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { Picture } from '../ui/picture.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { useCartSymbol } from './cart-api.ts'
import { useCartDrawer } from './cart-drawer-store.ts'
import { useChangeQuantity, useRemove } from './change-cart.ts'
import { choiceOf } from './choice.ts'
import { PriceChange } from './price-change.tsx'
import { ProductName } from './product-name.tsx'
import { isGone, keyOf, useWantedQuantities } from './wanted-quantities.ts'

export function CartLineRow({ line, fixed }: { line: CartLine; fixed: boolean }) {
  const { name, image, quantity, price } = line
  const gone = isGone(line)
  const symbol = useCartSymbol()
  const hide = useCartDrawer((drawer) => drawer.hide)
  return (
    <li className="grid grid-cols-[64px_1fr] gap-3 border-b border-hair py-4 last:border-0 md:grid-cols-[92px_1fr] md:gap-4.5 md:py-5">
      <Picture url={image} alt="" sizes="92px" className={`self-start ${gone ? '[&>img]:opacity-45' : ''}`} />
      <div className="min-w-0">
        <p className="flex justify-between gap-3 text-[0.9375rem] leading-[1.35]">
          <b className="font-[550] wrap-anywhere">
            {line.unavailable ? (
              <ProductName name={name} />
            ) : (
              <Link to={productAddress(line.productId, line.color)} onClick={hide} className="hover:underline">
                <ProductName name={name} />
              </Link>
            )}
          </b>
          {!gone && <span className="num">{formatMoney(lineTotal(price, quantity), symbol)}</span>}
        </p>
        <p className="type-xsmall text-stone">{choiceOf(line)}</p>
        {fixed ? (
          <p className="type-xsmall text-stone">Quantity {quantity}</p>
        ) : (
          <>
            {gone ? (
              <p className="type-xsmall mt-1">
                {goneBecause(line)} Not included in your total. Remove it to check out.
              </p>
            ) : (
              <PriceChange line={line} />
            )}
            <LineNotes line={line} />
            <Controls line={line} />
          </>
        )}
      </div>
    </li>
  )
}

function Controls({ line }: { line: CartLine }) {
  const { name, quantity, left = MAX_QUANTITY } = line
  const change = useChangeQuantity()
  const remove = useRemove()
  return (
    <div className="mt-2.5 flex items-center justify-end">
      {!isGone(line) && (
        <div className="mr-auto">
          <Quantity
            small
            label={`Quantity of ${name}`}
            value={quantity}
            max={Math.min(MAX_QUANTITY, left)}
            onChange={(wanted) => change(line, wanted)}
          />
        </div>
      )}
      <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={() => remove(line)}>
        <Trash />
      </button>
    </div>
  )
}

export const goneBecause = ({ unavailable }: Pick<CartLine, 'unavailable'>) =>
  unavailable ? 'No longer sold.' : 'Sold out.'

function LineNotes({ line }: { line: CartLine }) {
  const reason = useWantedQuantities(({ refusals }) => refusals[keyOf(line)])
  return (
    <>
      <div role="alert">
        {reason && (
          <p ref={intoView} className="type-xsmall mt-1.5 flex items-start gap-1.5 text-bad">
            <CircleAlert className="mt-px size-4" />
            {reason}
          </p>
        )}
      </div>
      {!reason && !isGone(line) && line.left !== undefined && line.left <= FEW_LEFT && (
        <p className="mt-1">
          <Stitches left={line.left} />
        </p>
      )}
    </>
  )
}

const intoView = (note: Element | null) => note?.scrollIntoView({ block: 'nearest' })
