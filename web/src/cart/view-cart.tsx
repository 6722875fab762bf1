import { useCartDrawer } from './cart-drawer-store.ts'

/** A button that opens the cart. It is shown when pieces are now in the cart. */
export function ViewCart() {
  const show = useCartDrawer((drawer) => drawer.show)
  return (
    <button type="button" className="text-link text-[0.875rem]!" onClick={show}>
      View cart
    </button>
  )
}
