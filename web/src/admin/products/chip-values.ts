/** The values with those of a typed, comma-separated text behind them: each once in any letter case, in the spelling that is known. */
export function withTyped(values: readonly string[], text: string, known: readonly string[]): readonly string[] {
  const found = new Map(values.map((value) => [keyOf(value), value]))
  const spelled = new Map(known.map((name) => [keyOf(name), name]))
  for (const typed of text.split(',').map((one) => one.trim().replace(/\s+/g, ' ')))
    if (typed && !found.has(keyOf(typed))) found.set(keyOf(typed), spelled.get(keyOf(typed)) ?? typed)
  return [...found.values()]
}

const keyOf = (value: string) => value.toLowerCase()

/** TABLE: what a swatch of these colors shows until another tone is chosen. */
const knownTones: Readonly<Record<string, string>> = {
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

/** Names of colors that have a tone. */
export const toneNames = Object.keys(knownTones)

/** The tones with those of known colors that have none of their own. */
export function withKnownTones(
  tones: Readonly<Record<string, readonly string[]>>,
  colors: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const added = colors.flatMap((color) => {
    const tone = knownTones[color]
    return tone && !tones[color]?.length ? [[color, [tone]] as const] : []
  })
  return { ...tones, ...Object.fromEntries(added) }
}
