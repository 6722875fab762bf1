import type { Product } from '@shop/language/product/api'

type InStock = Pick<Product, 'countInStock' | 'stock' | 'soldOutSizes' | 'colors'>

/**
 * Counts the pieces of a size and color in stock, on its own line and on the shared line (decisions S1b: stock lines). Before a color is
 * chosen, `color` is '' and all colors count.
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
