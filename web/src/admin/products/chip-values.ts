import { basicColors } from '@shop/language/product/basic-colors'

/** Upper and lower case count as equal, and known names keep their spelling. */
export function withTyped(values: readonly string[], text: string, known: readonly string[]): readonly string[] {
  const found = new Map(values.map((value) => [keyOf(value), value]))
  const spelled = new Map(known.map((name) => [keyOf(name), name]))
  for (const typed of text.split(',').map((one) => one.trim().replace(/\s+/g, ' ')))
    if (typed && !found.has(keyOf(typed))) found.set(keyOf(typed), spelled.get(keyOf(typed)) ?? typed)
  return [...found.values()]
}

const keyOf = (value: string) => value.toLowerCase()

/** TABLE: the default tone of each basic color's swatch. */
const knownTones: Readonly<Record<(typeof basicColors)[number], string>> = {
  Red: '#8f2f35',
  Blue: '#28354d',
  Green: '#344c3f',
  Black: '#292b2d',
  White: '#f3f3f0',
  Grey: '#7d8084',
  Brown: '#5d4637',
  Beige: '#cdbfa8',
  Navy: '#1d2740',
  Pink: '#d3a3a5',
  Yellow: '#d9b04f',
  Orange: '#bd6a35',
  Purple: '#56426a',
}

export function withKnownTones(
  tones: Readonly<Record<string, readonly string[]>>,
  colors: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const added = colors.flatMap((color) => {
    const basic = basicColors.find((name) => name === color)
    return basic && !tones[color]?.length ? [[color, [knownTones[basic]]] as const] : []
  })
  return { ...tones, ...Object.fromEntries(added) }
}
