import { useCartCount } from '../cart/cart-api.ts'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { ShoppingBag } from '../ui/icons/icons.tsx'

export function CartButton() {
  const count = useCartCount()
  const show = useCartDrawer(({ show }) => show)
  return (
    <button
      type="button"
      className="icon-button -mr-2.5 md:mr-0"
      aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      aria-haspopup="dialog"
      onClick={show}
    >
      <ShoppingBag />
      {count > 0 && (
        <span className="num absolute top-[5px] right-0.5 h-[1.125rem] min-w-[1.125rem] rounded-full bg-raw px-[5px] text-center text-[0.6875rem] leading-[1.125rem] font-semibold text-bleach">
          {count}
        </span>
      )}
    </button>
  )
}
