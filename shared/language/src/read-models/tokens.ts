/** Words of a text as search knows them: lower case, without accents, letters and digits only. */
export const tokensOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  ),
]

const SHORTEST = 2

/** Every beginning of every word, so that "shir" finds a shirt by an exact look-up on any engine. */
export const searchTokensOf = (text: string): readonly string[] => [
  ...new Set(
    tokensOf(text).flatMap((token) =>
      Array.from({ length: Math.max(1, token.length - SHORTEST + 1) }, (_, index) => token.slice(0, SHORTEST + index)),
    ),
  ),
]
