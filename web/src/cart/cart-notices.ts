import type { Cart } from '@shop/language/cart/api'
import { create } from 'zustand'

type Shown = Readonly<{ notices: readonly string[]; dismissed: readonly string[] }>

const none: Shown = { notices: [], dismissed: [] }

/** Messages about pieces that were not added to the cart (decisions C6). */
export const useCartNotices = create(() => none)

export const forgetNotices = () => useCartNotices.setState(none)

/** The server may repeat a notice until the cart changes. */
export function noteNotices({ notices: fresh = [] }: Cart) {
  useCartNotices.setState(({ notices, dismissed }) =>
    fresh.length === 0
      ? { dismissed: [] }
      : { notices: [...new Set([...notices, ...fresh])].filter((notice) => !dismissed.includes(notice)) },
  )
}

export function dismissNotices() {
  useCartNotices.setState(({ notices }) => ({ notices: [], dismissed: notices }))
}
