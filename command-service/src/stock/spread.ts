import type { SizeAndColor } from '@shop/language/stock/events'
import { SHARED } from '@shop/language/stock/events'
import { isShared, isSold, type Offered, type PiecesLeft } from '@shop/language/stock/pieces-left'

type Change = SizeAndColor & { difference: number }

/**
 * Divides a change of the total among the lines. Added pieces go to the shared line. Removed pieces come from the shared line first, then
 * from the fullest lines (decisions S1b).
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

/** Takes `pieces` one by one, each from the fullest line. */
function levelled(lefts: readonly number[], pieces: number): readonly number[] {
  const after = [...lefts]
  for (let rest = pieces; rest > 0; ) {
    const most = Math.max(...after)
    if (most <= 0) break
    const fullest = [...after.keys()].filter((index) => after[index] === most)
    const next = Math.max(0, ...after.filter((left) => left < most))
    // The fullest lines lose equally many pieces, at most down to the next fullest line. If `rest` is less than the number of the fullest
    // lines, the first `rest` lines lose one piece each.
    const each = Math.min(most - next, Math.floor(rest / fullest.length)) || 1
    const giving = fullest.slice(0, rest)
    for (const index of giving) after[index] = most - each
    rest -= giving.length * each
  }
  return after
}
