import type { Product } from '@shop/language/api/catalog'

type InStock = Pick<Product, 'countInStock' | 'stock' | 'soldOutSizes' | 'colors'>

/**
 * How many of a size and colour can be bought: those of its own line, and those that are of any (decisions S1b). Of a
 * product that is not counted by them: all. `color` is '' before one is chosen: then 0 says that the size is left in none.
 */
export function leftOf(
  { countInStock, stock = [], soldOutSizes, colors }: InStock,
  size: string,
  color: string,
): number {
  if (soldOutSizes.includes(size)) return 0
  if (stock.length === 0 || (size === '' && color === '')) return countInStock
  const shared = stock.reduce((rest, line) => rest - line.countInStock, countInStock)
  const isMeant = (line: { size: string; color: string }) =>
    (line.size === size || size === '') && (line.color === color || (color === '' && colors.length > 0))
  return stock.filter(isMeant).reduce((sum, line) => sum + line.countInStock, shared)
}
