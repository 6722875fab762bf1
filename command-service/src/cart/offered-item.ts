import type { CartItem } from '@shop/language/cart/events'
import type { LineId } from '@shop/language/cart/lines'
import { invalidField } from '@shop/language/errors'
import type { ProductDetails } from '@shop/language/product/events'
import { isAmong } from '@shop/language/stock/pieces-left'
import { unknownProduct } from '../product/product-decider.ts'

/** Name, picture and price come from the product, never from the browser. */
export function offeredItem(line: LineId, details: ProductDetails | undefined): Omit<CartItem, 'quantity'> {
  if (!details) throw unknownProduct()
  if (!isAmong(line.size, details.sizes)) throw notOffered('size', details.name)
  if (!isAmong(line.color, details.colors)) throw notOffered('color', details.name)
  return { ...line, name: details.name, image: pictureOf(details, line.color), priceCents: details.priceCents }
}

export const pictureOf = ({ images }: Pick<ProductDetails, 'images'>, color: string) =>
  (images.find((image) => image.color === color) ?? images[0])?.url ?? ''

function notOffered(path: 'size' | 'color', name: string) {
  const message = `${name} does not come in this ${path === 'size' ? 'size' : 'color'}`
  return invalidField(path, message)
}
