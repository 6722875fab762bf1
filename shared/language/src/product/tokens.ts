/** The words of a text, as the search compares them: lower case, without accents, only letters and digits. */
export const tokensOf = (text: string): readonly string[] => [...new Set(lettersOf(text).match(WORDS) ?? [])]

export const queryTokensOf = (search: string): readonly string[] => tokensOf(asOne(search))

const WORDS = /[\p{L}\p{N}]+/gu
/** Joins `t` and `shirt`, which people write as one word or as two: `T-Shirt`, `t shirt`. */
const asOne = (text: string) => text.replaceAll(/(?<![\p{L}\p{N}])t[\s-](?=shirt)/giu, 't')

// Most texts are ASCII, and need no slow folding.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\x00-\x7f]*$/

/** TABLE: letters that Unicode does not decompose, with the letters that people type instead. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

const lettersOf = (text: string) => (ASCII.test(text) ? text.toLowerCase() : folded(text))

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] as string)

/** The words by which searches find a text. */
export const searchTokensOf = (text: string): readonly string[] => tokensOf(`${text} ${asOne(text)}`)
