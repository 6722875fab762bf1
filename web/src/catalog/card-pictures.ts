import type { Product } from '@shop/language/api/catalog'

/** A card's front and back picture: of the first of these colors that has a picture, or else of the product. `color` is that color. */
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
