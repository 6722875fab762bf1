/** How well a product matches a search, the best match first. */
export const closeness = {
  /** The name has the word in any form, or the product is for the gender in the search. */
  same: 0,
  /** The name has a synonym of the word, or the facts (color, brand, material, collection, category) have the word. */
  alike: 1,
  /**
   * The facts have a synonym of the word, or the name or the facts have a narrower word (overcoat for coat) or a word that starts with the
   * searched word.
   */
  kin: 2,
  /** The product is for everybody, but the search names a gender. */
  forAll: 3,
  /** Only the description has the word. */
  mentioned: 4,
} as const
export type Closeness = (typeof closeness)[keyof typeof closeness]

/** A product that has all these words gets this closeness or a worse closeness. */
export type Name = Readonly<{ words: readonly string[]; closeness: Closeness }>
