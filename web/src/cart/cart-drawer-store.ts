import { create } from 'zustand'

/** Whether the cart drawer is open; the header opens it. */
export const useCartDrawer = create<{ open: boolean; show: () => void; hide: () => void }>((set) => ({
  open: false,
  show: () => set({ open: true }),
  hide: () => set({ open: false }),
}))
