import type { Figure } from '@shop/language/api/figures'
import type { Asking } from './asking.ts'
import type { Change } from './look-through.ts'

const PAGE = 50

const centsOf = (figure: Figure, value: number) => (figure === 'orders' ? value : Math.round(value * 100))

/** What is wrong with a figure's explanation as of an event: its value, its groups' sum, how many events it has, or the newest of them. */
export async function wrongInFigure({ explain }: Asking, figure: Figure, changes: readonly Change[], asOf: number) {
  const until = changes.slice(0, changesUntil(changes, asOf))
  const { value, events, groups, page } = await explain({ figure, asOf, limit: PAGE })
  const cents = (adds: number) => centsOf(figure, adds)
  const now = until.at(-1)?.now ?? 0
  const listed = page.map((one) => [one.event, cents(one.adds)])
  const newest = until.slice(-PAGE).map(({ event, by }) => [event, by])
  const isRight =
    cents(value) === now &&
    groups.reduce((sum, { adds }) => sum + cents(adds), 0) === now &&
    events === until.length &&
    JSON.stringify(listed) === JSON.stringify(newest.toReversed())
  return isRight ? [] : [`${figure} as of event ${asOf}`]
}

/** Whether the pages of a figure's events are those that changed it, each with what it changed it by, and no other. */
export async function wrongInList({ explain }: Asking, figure: Figure, changes: readonly Change[]) {
  const listed: (readonly [number, number])[] = []
  for (let before: number | undefined; ; ) {
    const { page } = await explain({ figure, limit: 200, ...(before !== undefined && { before }) })
    listed.push(...page.map(({ event, adds }) => [event, centsOf(figure, adds)] as const))
    before = page.at(-1)?.event
    if (before === undefined) break
  }
  const all = changes.map(({ event, by }) => [event, by])
  return JSON.stringify(listed) === JSON.stringify(all.toReversed()) ? [] : [`the list of ${figure}`]
}

/** How many of them were at or before an event: found by halving. */
function changesUntil(changes: readonly Change[], event: number): number {
  let [fits, doesNot] = [0, changes.length + 1]
  while (doesNot - fits > 1) {
    const middle = Math.floor((fits + doesNot) / 2)
    if (changes[middle - 1]!.event <= event) fits = middle
    else doesNot = middle
  }
  return fits
}
