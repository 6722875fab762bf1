import type { Suggestions } from '@shop/language/product/api'
import { formatMoney } from '../lib/money.ts'
import { productAddress } from '../products/product-address.ts'
import { productCount } from '../products/product-count.ts'
import type { Suggestion } from '../ui/use-chosen-suggestion.ts'
import { searchAddress } from './search-address.ts'

const MOST_LAST = 3

export function suggestionsOf(term: string, last: readonly string[], suggestions?: Suggestions): readonly Suggestion[] {
  const typed = term.trim().toLowerCase()
  const { products = [], categories = [], nearest } = suggestions ?? {}
  return [
    ...last
      .filter((search) => search.toLowerCase().startsWith(typed) && search.toLowerCase() !== typed)
      .slice(0, MOST_LAST)
      .map((search) => ({ key: `last ${search}`, to: searchAddress(search), label: search, note: 'Searched before' })),
    ...categories.map(({ category, total }) => ({
      key: `category ${category}`,
      to: `${searchAddress(term.trim())}&category=${encodeURIComponent(category)}`,
      label: `${term.trim()} in ${category}`,
      note: productCount(total),
    })),
    ...products.map(({ _id, name, price, image, color }) => ({
      key: _id,
      to: productAddress(_id, color),
      label: name,
      note: formatMoney(price),
      picture: image,
    })),
    ...(nearest === undefined
      ? []
      : [{ key: 'nearest', to: searchAddress(nearest), label: nearest, note: 'Did you mean this?' }]),
  ]
}
