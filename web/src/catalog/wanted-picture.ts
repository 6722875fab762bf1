import type { Product } from '@shop/language/product/api'
import { chosen } from './filters.ts'

/** A word of the search can name a color. */
export const wantedColors = (params: URLSearchParams): readonly string[] =>
  [...chosen(params, 'color'), ...(params.get('search') ?? '').split(/[\s,]+/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word && word !== 'and' && word !== 'with')

/** A color that begins with a wanted name comes before a color that contains the name ("Navy Blue" for "blue"). */
export function wantedPicture({ images }: Pick<Product, 'images'>, wanted: readonly string[]) {
  return named('startsWith') ?? named('includes')

  function named(how: 'startsWith' | 'includes') {
    return images.find(({ color = '' }) => wanted.some((name) => ` ${color} `.toLowerCase()[how](` ${name} `)))
  }
}
