import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { leadsTo, type ShopLink } from './shop-links.ts'

const useShownGender = create<{ gender: string | undefined }>(() => ({ gender: undefined }))

/** A product's page marks the link of the product's gender while the page is shown. Returns what ends it. */
export function markGender(gender: string) {
  useShownGender.setState({ gender })
  return () => useShownGender.setState({ gender: undefined })
}

/** The `aria-current` of a link: `page` for the page that is shown, true for the gender of the product that is shown. */
export function useCurrentLink() {
  const { pathname, search } = useLocation()
  const { gender } = useShownGender()
  return (link: ShopLink) => (leadsTo(link, pathname, search) ? 'page' : link.label === gender || undefined)
}
