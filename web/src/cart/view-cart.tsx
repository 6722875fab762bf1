import { useCartDrawer } from './cart-drawer-store.ts'

export function ViewCart() {
  const show = useCartDrawer((drawer) => drawer.show)
  return (
    <button type="button" className="text-link text-[0.875rem]!" onClick={show}>
      View cart
    </button>
  )
}
