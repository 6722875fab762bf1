/** Words of a text as search knows them: lower case, without accents, letters and digits only. */
export const tokensOf = (text: string): readonly string[] => [...new Set(lettersOf(text).match(WORDS) ?? [])]

const WORDS = /[\p{L}\p{N}]+/gu
// Most texts have no accents, and every order's tokens are made again in a rebuild.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\x00-\x7f]*$/

const lettersOf = (text: string) =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const SHORTEST = 2

/** Every beginning of every word, so that "shir" finds a shirt by an exact look-up on any engine. */
export function searchTokensOf(text: string): readonly string[] {
  const beginnings = new Set<string>()
  for (const token of tokensOf(text)) {
    beginnings.add(token.slice(0, SHORTEST))
    for (let length = SHORTEST + 1; length <= token.length; length++) beginnings.add(token.slice(0, length))
  }
  return [...beginnings]
}
