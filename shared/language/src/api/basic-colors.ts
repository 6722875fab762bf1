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

/** The names that a color is filtered by: 'White with blue stripes' is also White and Blue. */
export function namesOfColor(color: string): ReadonlySet<string> {
  const words = color.toLowerCase().split(/[^\p{L}]+/u)
  return new Set([color, ...basicColors.filter((basic) => words.includes(basic.toLowerCase()))])
}
