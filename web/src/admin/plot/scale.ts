/** Whole numbers in `steps` equal steps, from 0 to at least `max`. */
export function ticksTo(max: number, steps = 4): readonly number[] {
  const step = roundUp(Math.max(max, steps) / steps)
  return Array.from({ length: steps + 1 }, (_, n) => n * step)
}

/** Rounds up to one of `EVEN` times a power of ten, and then up to a whole number. */
function roundUp(rough: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const fitting = EVEN.map((factor) => factor * magnitude).find((step) => step >= rough - 1e-9)
  return Math.ceil(fitting ?? rough)
}

const EVEN = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The positions that get a label: the last position, and every n-th position before it. */
export function labelled(count: number, width: number, labelWidth: number): readonly number[] {
  const every = Math.max(1, Math.ceil((labelWidth * count) / Math.max(width, 1)))
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => count - 1 - n * every).reverse()
}
