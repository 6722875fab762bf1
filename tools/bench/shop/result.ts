import type { Comparison } from '../compare.ts'

/** `sides`: first the smallest program that gives the same answers, then each version of the shop. */
export type Result = Readonly<{
  row: string
  says: string
  products: number
  events: number
  sides: Comparison['sides']
}>
export type Memory = Readonly<{ products: number; events: number; version: string; idleMiB: number; loadedMiB: number }>

const MOST_GROWTH = 1.5

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
const whole = (value = Number.NaN) => Math.round(value).toLocaleString('en-US')
const short = (value = Number.NaN) => Number(value.toPrecision(3)).toLocaleString('en-US')

export const rowsTable = (results: readonly Result[]): string =>
  table(
    ['row', 'products', 'events', '', 'per second', 'share', 'p50 ms', 'p99 ms', 'processor µs', 'times the limit'],
    results.flatMap(({ says, products, events, sides }) =>
      sides.map(({ name, medians, ratios }, at) => [
        at === 0 ? says : '',
        at === 0 ? whole(products) : '',
        at === 0 ? whole(events) : '',
        name,
        whole(medians.perS),
        at === 0 ? '' : short(ratios.perS),
        short(medians.p50Ms),
        short(medians.p99Ms),
        whole(medians.micros),
        at === 0 ? '' : short(ratios.micros),
      ]),
    ),
  )

export const memoryTable = (all: readonly Memory[]): string =>
  table(
    ['memory, MiB', 'products', 'events', 'idle', 'under load'],
    all.map((one) => [one.version, whole(one.products), whole(one.events), whole(one.idleMiB), whole(one.loadedMiB)]),
  )

export type Growth = Readonly<{ row: string; products: number; events: number; times: number; isMet: boolean }>

/**
 * Compares the cost at each further size with the cost at the first size. The cost is relative to the smallest program's processor time,
 * because the machine may become busier.
 */
export function growthOf(results: readonly Result[]): readonly Growth[] {
  return results.flatMap((result) => {
    const first = results.find(({ row }) => row === result.row)!
    if (first === result) return []
    const times = costOf(result.sides) / costOf(first.sides)
    return [{ row: result.row, products: result.products, events: result.events, times, isMet: times <= MOST_GROWTH }]
  })
}

const costOf = ([, ours]: Result['sides']) => ours?.ratios.micros ?? Number.NaN

export const growthTable = (all: readonly Growth[]): string =>
  table(
    ['growth of the cost', 'products', 'events', `times (at most ${MOST_GROWTH})`, ''],
    all.map(({ row, products, events, times, isMet }) => [
      row,
      whole(products),
      whole(events),
      short(times),
      isMet ? 'met' : 'MISSED',
    ]),
  )
