/** TABLE: the basic colors. */
export const basicColors = [
  'Red',
  'Blue',
  'Green',
  'Black',
  'White',
  'Grey',
  'Brown',
  'Beige',
  'Navy',
  'Pink',
  'Yellow',
  'Orange',
  'Purple',
] as const

/** The values of the color filter under which these colors are found. 'White with blue stripes' is also found under White and Blue. */
export const namesOfColors = (colors: readonly string[]): readonly string[] => [...new Set(colors.flatMap(namesOf))]

function namesOf(color: string): readonly string[] {
  const words = color.toLowerCase().split(/[^\p{L}]+/u)
  return [color, ...words.flatMap((word) => basicColorOf.get(word) ?? [])]
}

const basicColorOf: ReadonlyMap<string, string> = new Map(basicColors.map((basic) => [basic.toLowerCase(), basic]))
