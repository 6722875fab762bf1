import { SUPPORT_TITLES, supportPath } from '@shop/language/limits'

export type ShopLink = { label: string; to: string }

export const mainLinks: readonly ShopLink[] = [
  { label: 'Men', to: '/collections/all?gender=Men' },
  { label: 'Women', to: '/collections/all?gender=Women' },
  { label: 'Top Wear', to: '/collections/all?category=Top+Wear' },
  { label: 'Bottom Wear', to: '/collections/all?category=Bottom+Wear' },
]

export const footerLinks: readonly ShopLink[] = [
  { label: "Men's Top Wear", to: '/collections/all?gender=Men&category=Top+Wear' },
  { label: "Women's Top Wear", to: '/collections/all?gender=Women&category=Top+Wear' },
  { label: "Men's Bottom Wear", to: '/collections/all?gender=Men&category=Bottom+Wear' },
  { label: "Women's Bottom Wear", to: '/collections/all?gender=Women&category=Bottom+Wear' },
  { label: 'Vacation', to: '/collections/Vacation' },
]

export const supportLinks: readonly ShopLink[] = [
  ...SUPPORT_TITLES.map((label) => ({ label, to: supportPath(label) })),
  { label: 'Contact Us', to: '/contact' },
]

export const phone = { label: '+1 (000) 000-0000', href: 'tel:+10000000000' }

/** The current URL may have further filters. */
export function leadsTo({ to }: ShopLink, pathname: string, search: string): boolean {
  const [path, query] = to.split('?')
  const here = new URLSearchParams(search)
  return pathname === path && [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
}
