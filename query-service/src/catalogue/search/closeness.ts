/** How near a product comes to what is searched for, nearest first. */
export const closeness = {
  /** Its name has the word, in any form; or it is for whom it is asked for. */
  same: 0,
  /** Its name has another name of the thing; or the word is its color, brand, material, collection or category. */
  alike: 1,
  /** Its name has a kind of the thing; or its name or one of those has a word that begins so. */
  kin: 2,
  /** It is for everybody, and somebody's was asked for. */
  forAll: 3,
  /** Its description mentions the word. */
  mentioned: 4,
} as const
export type Closeness = (typeof closeness)[keyof typeof closeness]
export const closenesses: readonly Closeness[] = Object.values(closeness)

/** Words that a product must all have, and how near it comes at best by having them. */
export type Name = Readonly<{ words: readonly string[]; closeness: Closeness }>
