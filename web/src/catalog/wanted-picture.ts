import type { Product } from '@shop/language/api/catalog'
import { chosen } from './filters.ts'

/** The filtered colors and the words of the search, since a word may be a color; in lower case. */
export const wantedColors = (params: URLSearchParams): readonly string[] =>
  [...chosen(params, 'color'), ...(params.get('search') ?? '').split(/[\s,]+/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word && word !== 'and' && word !== 'with')

/** The first picture in a wanted color. A color that begins with a wanted name is preferred to one that has it further on. */
export function wantedPicture({ images }: Pick<Product, 'images'>, wanted: readonly string[]) {
  return named('startsWith') ?? named('includes')

  function named(how: 'startsWith' | 'includes') {
    return images.find(({ color = '' }) => wanted.some((name) => ` ${color} `.toLowerCase()[how](` ${name} `)))
  }
}
