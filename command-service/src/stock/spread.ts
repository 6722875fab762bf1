import type { SizeAndColor } from '@shop/language/events/stock-events'
import { SHARED } from '@shop/language/events/stock-events'
import { isShared, isSold, type Offered, type PiecesLeft } from '@shop/language/stock/pieces-left'

type Change = SizeAndColor & { difference: number }

/**
 * A difference of all lines together, by line: more goes to the shared line; less comes off the shared line, then off the
 * fullest ones (decisions S1b). Of lines that are equally full the first gives first.
 */
export function spread(left: PiecesLeft, difference: number, offered?: Offered): readonly Change[] {
  if (difference >= 0) return difference > 0 ? [{ ...SHARED, difference }] : []
  const lines = left.filter((line) => !offered || isSold(line, offered))
  const shared = lines.find(isShared)?.left ?? 0
  const offShared = Math.min(shared, -difference)
  const others = lines.filter((line) => !isShared(line))
  const after = levelled(
    others.map(({ left }) => left),
    -difference - offShared,
  )
  const changes = others.map(({ size, color, left }, index) => ({ size, color, difference: after[index]! - left }))
  return [{ ...SHARED, difference: -offShared }, ...changes].filter((change) => change.difference !== 0)
}

/** What is left of lines from which so many pieces were taken, each off the fullest one. */
function levelled(lefts: readonly number[], pieces: number): readonly number[] {
  const after = [...lefts]
  for (let rest = pieces; rest > 0; ) {
    const most = Math.max(...after)
    if (most <= 0) break
    const fullest = [...after.keys()].filter((index) => after[index] === most)
    const next = Math.max(0, ...after.filter((left) => left < most))
    // The fullest ones give alike until the next ones are as full; what does not suffice for all, the first give.
    const each = Math.min(most - next, Math.floor(rest / fullest.length)) || 1
    const giving = fullest.slice(0, rest)
    for (const index of giving) after[index] = most - each
    rest -= giving.length * each
  }
  return after
}
