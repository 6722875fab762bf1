import { MAX_TEXT } from '../limits.ts'
import { trimmedText } from '../values/text.ts'

export const word = trimmedText(MAX_TEXT.word)
/** The plain text fields of a product. */
export const productWords = { category: word, brand: word, material: word, gender: word, collections: word }
export type ProductWords = Readonly<Record<keyof typeof productWords, string>>
export const productWordNames = Object.keys(productWords) as readonly (keyof ProductWords)[]
