import { useCartDrawer } from './cart-drawer-store.ts'

/** The way to the cart, where something was just put into it. */
export function ViewCart() {
  const show = useCartDrawer((drawer) => drawer.show)
  return (
    <button type="button" className="text-link text-[0.875rem]!" onClick={show}>
      View cart
    </button>
  )
}
