import { type Account, awaited, type Line, unrefunded } from './order-account.ts'

/** Undoes a cancellation or deletion. Returns a finding if an earlier version of the shop did not take the pieces from stock. */
export function holdAgain(account: Account, isOld: boolean): readonly string[] {
  const wrong: string[] = []
  account.lines.forEach((line, at) => {
    const again = Math.min(line.givenUp, Math.max(0, unrefunded(account, at)))
    if (isOld && again > 0) {
      line.short += again
      wrong.push(`it continues, but does not take ${again} of ${line.productId} from stock`)
    }
    move(line, 'givenUp', 'inShop', again)
  })
  return wrong
}

/** `again`: how many given-up pieces the order takes again. The other given-up pieces were refunded meanwhile. */
export function takeAgain(line: Line, again: number) {
  move(line, 'givenUp', 'inShop', again)
  move(line, 'givenUp', 'gone', Math.max(0, line.givenUp))
}

/**
 * Books a cancellation by an earlier version of the shop. The order's first cancellation returned all pieces to stock, even sent pieces,
 * but not the pieces that an open return awaited. Later cancellations returned no pieces.
 */
export function bookEarlierCancellation(account: Account): readonly string[] {
  const { orderId, lines, moves } = account
  const wasOnce = moves.some(({ id }) => id === orderId)
  return lines.flatMap((line, at) => {
    const { productId, short } = line
    const most = Math.max(0, line.inShop + line.out - awaited(account, at))
    const fromShop = Math.min(line.inShop, most)
    const fromOut = most - fromShop
    const toStock = wasOnce ? 0 : Math.max(0, most - short)
    const lost = Math.max(0, most - short) - toStock
    leave(account, line, { fromShop, fromOut, toStock, moveId: orderId, to: 'givenUp' })
    return [
      ...(fromOut > 0 ? [`${fromOut} of ${productId} were sent, but go back into stock`] : []),
      ...(lost > 0 ? [`${lost} of ${productId} are given up, but do not go back into stock`] : []),
    ]
  })
}

type Leave = Readonly<{
  fromShop: number
  fromOut: number
  toStock: number
  moveId: string
  to: 'givenUp' | 'gone'
}>

/** `toStock` pieces go back to stock. The other pieces are written off, unless they were never taken from stock. */
export function leave(account: Account, line: Line, { fromShop, fromOut, toStock, moveId, to }: Leave) {
  const { productId } = line
  const pieces = fromShop + fromOut
  const untaken = Math.min(line.short, pieces)
  line.short -= untaken
  move(line, 'inShop', to, fromShop)
  move(line, 'out', to, fromOut)
  const writtenOff = pieces - untaken - toStock
  if (writtenOff !== 0) account.writtenOff[productId] = (account.writtenOff[productId] ?? 0) + writtenOff
  const known = account.moves.find(({ id }) => id === moveId)
  const { coming } = known ?? { coming: {} as Record<string, number> }
  coming[productId] = (coming[productId] ?? 0) + toStock
  if (!known) account.moves.push({ id: moveId, coming })
}

type Place = 'inShop' | 'out' | 'givenUp' | 'gone'
export function move(line: Line, from: Place, to: Place, pieces: number) {
  line[from] -= pieces
  line[to] += pieces
}
