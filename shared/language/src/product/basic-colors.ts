/** TABLE: the basic colors. A product whose color has a longer name is also found by the basic colors in that name. */
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

/** The names that these colors are filtered by, each once: 'White with blue stripes' is also White and Blue. */
export const namesOfColors = (colors: readonly string[]): readonly string[] => [...new Set(colors.flatMap(namesOf))]

function namesOf(color: string): readonly string[] {
  const words = color.toLowerCase().split(/[^\p{L}]+/u)
  return [color, ...basicColors.filter((basic) => words.includes(basic.toLowerCase()))]
}
