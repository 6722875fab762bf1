import type { ProductDetails } from '@shop/language/product/events'
import { toDecimal } from '@shop/language/values/money'
import type { Facts, SaidBy } from './refund-history.ts'

export const saidByProducts: SaidBy = {
  ProductListed: ({ details }) => factsOf(details),
  ProductEdited: ({ changes }) => factsOf(changes),
  ProductDeleted: () => ({ deleted: true }),
  ProductRestored: () => ({ deleted: false }),
}

const factsOf = ({
  priceCents,
  images,
  tones,
  lineSkus,
  ...texts
}: { [Field in keyof ProductDetails]?: ProductDetails[Field] | undefined }): Facts => ({
  ...texts,
  ...(priceCents !== undefined && { price: toDecimal(priceCents) }),
  ...(images && { pictures: images.map(({ altText, url }) => altText || url) }),
  ...(tones && { tones: Object.entries(tones).map(([color, values]) => `${color}: ${values.join(' ')}`) }),
  ...(lineSkus && { lineSkus: lineSkus.map(({ size, color, sku }) => `${size} ${color}: ${sku}`) }),
})
