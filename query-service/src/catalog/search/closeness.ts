/** How well a product matches a search, the best match first. */
export const closeness = {
  /** The name has the word in any form, or the product is for the gender in the search. */
  same: 0,
  /** The name has a synonym of the word, or the facts (color, brand, material, collection, category) have the word. */
  alike: 1,
  /** The facts have a synonym. Or the name or the facts have a narrower word (overcoat for coat), or a longer word that starts with the word. */
  kin: 2,
  /** The product is for everybody, but the search names a gender. */
  forAll: 3,
  /** Only the description has the word. */
  mentioned: 4,
} as const
export type Closeness = (typeof closeness)[keyof typeof closeness]

/** A product must have all `words`. `closeness` is the best closeness that the product can get. */
export type Name = Readonly<{ words: readonly string[]; closeness: Closeness }>
