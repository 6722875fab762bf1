import type { Product } from '@shop/language/api/catalog'

/** A card's front and back: of the first of these colors that there is a picture of, and `color` names it; else of the product. */
export function cardPictures({ images }: Pick<Product, 'images'>, colors: readonly string[]) {
  const wanted = colors.map((color) => color.toLowerCase())
  const found = images.find(({ color }) => color && wanted.includes(color.toLowerCase()))
  const front = found ?? images[0]
  return {
    front,
    back: images.find(({ view, color }) => view === 'back' && color === front?.color),
    color: found?.color,
  }
}
