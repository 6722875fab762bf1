/** The words of a search, each of which can name a color. */
export const wordsOfSearch = (search: string): readonly string[] =>
  search
    .split(/[\s,]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word && word !== 'and' && word !== 'with')

/**
 * The first picture in a wanted color. `wanted`: names of colors in lower case. A color that begins with such a name comes before a color
 * that contains the name ("Navy Blue" for "blue").
 */
export function wantedPicture<Picture extends { color?: string | undefined }>(
  { images }: Readonly<{ images: readonly Picture[] }>,
  wanted: readonly string[],
): Picture | undefined {
  return named('startsWith') ?? named('includes')

  function named(how: 'startsWith' | 'includes') {
    return images.find(({ color = '' }) => wanted.some((name) => ` ${color} `.toLowerCase()[how](` ${name} `)))
  }
}
