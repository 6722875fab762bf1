/** How well a product matches a search, the best match first. */
export const closeness = {
  /** Its name has the word, in any form; or it is for the gender asked for. */
  same: 0,
  /** Its name has another name of the thing; or the word is its color, brand, material, collection or category. */
  alike: 1,
  /** Its name has a kind of the thing; or its name, or one of those facts, has a word that starts with the searched word. */
  kin: 2,
  /** It is for everybody, but the search asks for one gender. */
  forAll: 3,
  /** Its description mentions the word. */
  mentioned: 4,
} as const
export type Closeness = (typeof closeness)[keyof typeof closeness]
export const closenesses: readonly Closeness[] = Object.values(closeness)

/** Words that a product must all have, and how well it matches at best if it has them. */
export type Name = Readonly<{ words: readonly string[]; closeness: Closeness }>
