/** A whole number behind `--name`, as `--kills 20` or `--kills=20`, or its default. */
export function numberOption(name: string, otherwise: number): number {
  const words = process.argv.slice(2).flatMap((word) => word.split('='))
  const at = words.indexOf(`--${name}`)
  if (at === -1) return otherwise
  const given = Number(words[at + 1])
  if (!Number.isInteger(given) || given < 0) throw new Error(`--${name}: a whole number is expected`)
  return given
}
