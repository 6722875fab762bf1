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
  const level = levelAfter(
    others.map(({ left }) => left),
    -difference - offShared,
  )
  const changes = others.map((line, index) => {
    const above = others.slice(0, index).filter(({ left }) => left >= level.to).length
    const rest = line.left >= level.to && above < level.oneLess && level.to > 0 ? 1 : 0
    const { size, color } = line
    return { size, color, difference: Math.min(0, level.to - line.left) - rest }
  })
  return [{ ...SHARED, difference: -offShared }, ...changes].filter((change) => change.difference !== 0)
}

/** To which fullness lines are lowered by so many pieces, and how many of them to one less than that. */
function levelAfter(lefts: readonly number[], pieces: number) {
  let [low, high] = [0, Math.max(0, ...lefts)]
  const takenDownTo = (level: number) => lefts.reduce((sum, left) => sum + Math.max(0, left - level), 0)
  // The lowest level at which no more than the pieces are taken.
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (takenDownTo(middle) <= pieces) high = middle
    else low = middle + 1
  }
  return { to: low, oneLess: pieces - takenDownTo(low) }
}
