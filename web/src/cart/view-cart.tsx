import { useCartDrawer } from './cart-drawer-store.ts'

/** A button that opens the cart. Pages show it after they have added pieces to the cart. */
export function ViewCart() {
  const show = useCartDrawer((drawer) => drawer.show)
  return (
    <button type="button" className="text-link text-[0.875rem]!" onClick={show}>
      View cart
    </button>
  )
}
