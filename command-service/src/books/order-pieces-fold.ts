import type { ShopEvent } from '@shop/language/all-events'
import { dollars } from './money-ledger.ts'
import {
  type Account,
  awaited,
  inShopFor,
  isRefundedSince,
  isUnderWay,
  type Leaving,
  leftOf,
  piecesOf,
  toSend,
  total,
  triesOf,
} from './order-account.ts'
import { bookEarlierCancellation, holdAgain, leave, move, takeAgain } from './order-moves.ts'

type Of<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data']
/** `isOld`: only earlier releases wrote the event in this form. Returns the findings. */
export type Fold<Data> = (account: Account, data: Data, isOld: boolean) => readonly string[]
type Folds = { readonly [Type in ShopEvent['type']]?: Fold<Of<Type>> }

/** TABLE: what each event does to the pieces. */
export const piecesFolds: Folds = {
  OrderStatusChanged(account, { from, to, movesPieces }, isOld) {
    const wrong = account.status === from ? [] : [`it is ${account.status}, but the event says that it was ${from}`]
    if (from === to) return wrong
    if (from === 'Cancelled') {
      if (leftOf(account) <= 0 || isRefundedSince(account, account.refundsBeforeCancellation)) wrong.push(REFUNDED)
      if (account.returns.some(({ ofCancellation, cameBack }) => ofCancellation && cameBack)) wrong.push(CAME_BACK)
      wrong.push(...holdAgain(account, isOld))
      for (const line of account.lines) takeAgain(line, 0)
    }
    account.status = to
    account.wasNeverSent = to === 'Cancelled' && from === 'Processing' && !movesPieces
    for (const line of account.lines) line.stayed = 0
    if (to === 'Cancelled') {
      account.refundsBeforeCancellation = account.refunds.length
      account.isMoneyHandled = movesPieces || leftOf(account) <= 0
    }
    if (movesPieces) return [...wrong, ...bookEarlierCancellation(account)]
    if (to === 'Processing') for (const line of account.lines) move(line, 'out', 'inShop', line.out)
    else if (to !== 'Cancelled' && from !== 'Shipped' && from !== 'Delivered') {
      const sent = account.lines.map((_, at) => toSend(account, at))
      for (const [at, line] of account.lines.entries()) move(line, 'inShop', 'out', sent[at] ?? 0)
    }
    return wrong
  },

  PiecesGivenUp(account, { moveId, cause, refundId, pieces }) {
    const refund = account.refunds.find(({ id }) => id === refundId)
    const wrong = cause === 'refunded' ? notAsRefunded(refund?.leaving, pieces) : notAll(account, cause, pieces)
    for (const { line, quantity, toStock } of pieces) {
      const known = account.lines[line]
      const fromShop = Math.min(quantity, refund ? inShopFor(account, line) : (known?.inShop ?? 0))
      if (!known || quantity > fromShop + known.out) wrong.push(`gives up ${quantity} of line ${line}, but has fewer`)
      else leave(account, known, { fromShop, fromOut: quantity - fromShop, toStock, moveId, to: placeAfter[cause] })
    }
    if (refund) Object.assign(refund, { leaving: undefined, gone: [...(refund.gone ?? []), ...pieces] })
    const moot = refund ? triesOf(account, refund.id).filter((one) => one !== refund) : account.refunds
    for (const one of moot) one.parts = one.parts.map((part) => ({ ...part, held: 0, restock: 0 }))
    return wrong
  },

  PiecesReclaimed(account, { pieces, lines }) {
    const wrong: string[] = []
    const [wanted, got] = [pieces, lines].map((all) => total(all.map(({ quantity }) => quantity)))
    if (wanted !== got) wrong.push(`takes back ${wanted} pieces, but the event names ${got} pieces of stock`)
    account.lines.forEach((line, at) => {
      const again = total(pieces.filter((one) => one.line === at).map(({ quantity }) => quantity))
      if (again > line.givenUp) wrong.push(`takes back ${again} of line ${at}, but had given up ${line.givenUp}`)
      takeAgain(line, again)
    })
    return wrong
  },

  PiecesBackInStock: (account, { moveId }) => notBack(account, moveId),
  ReturnRestocked: (account, { returnId }) => notBack(account, returnId),

  ReturnRequested(account, { returnId, pieces }) {
    const wrong = pieces.flatMap(({ line, quantity }) => {
      const most = (account.lines[line]?.out ?? 0) - awaited(account, line)
      return quantity > most
        ? [`${quantity} of line ${line} are to be sent back, but only ${most} more can be sent back`]
        : []
    })
    account.returns.push({ id: returnId, parts: pieces, isOpen: true, ofCancellation: false })
    return wrong
  },

  ReturnAwaited(account, { returnId, pieces }) {
    account.returns.push({ id: returnId, parts: pieces, isOpen: true, ofCancellation: true })
    return []
  },

  ReturnClosed(account, { returnId }) {
    return ended(account, returnId)
  },

  ReturnReceived(account, { returnId, pieces }) {
    const known = account.returns.find(({ id }) => id === returnId)
    const wrong = [...ended(account, returnId)]
    if (known) known.cameBack = pieces.length > 0
    if (account.status === 'Cancelled')
      for (const [at, line] of account.lines.entries())
        line.stayed += piecesOf(known?.parts ?? [], at) - piecesOf(pieces, at)
    for (const { line, quantity, restocked } of pieces) {
      const ofLine = account.lines[line]
      const fromOut = Math.min(quantity, ofLine?.out ?? 0)
      const fromShop = quantity - fromOut
      if (!ofLine || fromShop > ofLine.inShop)
        wrong.push(`${quantity} of line ${line} come back, but the order has fewer`)
      else {
        const toStock = Math.max(0, restocked - ofLine.short)
        leave(account, ofLine, { fromShop, fromOut, toStock, moveId: returnId, to: 'gone' })
      }
    }
    return wrong
  },

  OrderDeleted(account, { dueCents }) {
    const left = leftOf(account)
    account.isDeleted = true
    account.refundsBeforeDeletion = account.refunds.length
    const isDue = account.status === 'Processing' || account.status === 'Shipped'
    return isDue && dueCents !== left
      ? [`${dollars(left)} of its payment are due, but the event says ${dollars(dueCents)}`]
      : []
  },

  OrderRestored(account, { status }, isOld) {
    account.isDeleted = false
    if (status !== 'Cancelled') {
      const wrong = isRefundedSince(account, account.refundsBeforeDeletion) ? [REFUNDED] : []
      return [...wrong, ...holdAgain(account, isOld)]
    }
    if (account.status !== 'Cancelled') account.refundsBeforeCancellation = account.refundsBeforeDeletion
    account.status = status
    account.isMoneyHandled = true
    return []
  },
}

const REFUNDED = 'a refund was requested, but the order continues'
const CAME_BACK = 'its pieces came back after the cancellation, but the order continues'
const placeAfter = { cancelled: 'givenUp', deleted: 'givenUp', refunded: 'gone' } as const

/**
 * A cancellation or deletion must give up all pieces in the shop and return them to stock. Two exceptions are correct: pieces of refunds
 * without restocking do not go back, and a cancellation may return no pieces at all.
 */
function notAll(account: Account, cause: 'cancelled' | 'deleted', pieces: readonly Leaving[]): string[] {
  const isNone = cause === 'cancelled' && pieces.every(({ toStock }) => toStock === 0)
  return account.lines.flatMap(({ inShop, short, productId }, at) => {
    const given = pieces.find(({ line }) => line === at) ?? { quantity: 0, toStock: 0 }
    const parts = account.refunds.filter(isUnderWay).flatMap((one) => one.parts.filter(({ line }) => line === at))
    const writtenOff = total(parts.map(({ held = 0, restock = 0 }) => Math.max(0, held - restock)))
    const toStock = isNone ? 0 : Math.max(0, inShop - writtenOff - short)
    if (given.quantity === inShop && given.toStock === toStock) return []
    return [
      `it must give up ${inShop} pieces of ${productId} and return ${toStock} to stock, but gives up ${given.quantity} and returns ${given.toStock}`,
    ]
  })
}

const inWords = (pieces: readonly Leaving[]) =>
  pieces.map(({ line, quantity, toStock }) => `${quantity} of line ${line}, ${toStock} for the stock`).join(' and ') ||
  'nothing'

function notAsRefunded(leaving: readonly Leaving[] | undefined, pieces: readonly Leaving[]): string[] {
  const [expected, given] = [inWords(leaving ?? []), inWords(pieces)]
  return expected === given ? [] : [`a refund gives up ${given}, but was requested for ${expected}`]
}

function notBack({ moves }: Account, id: string): readonly string[] {
  const coming = Object.entries(moves.find((one) => one.id === id)?.coming ?? {})
  return coming.flatMap(([productId, pieces]) =>
    pieces === 0 ? [] : [`${pieces} of ${productId} are noted as back in stock, but are not there`],
  )
}

function ended({ returns }: Account, id: string): readonly string[] {
  const known = returns.find((one) => one.id === id)
  if (!known?.isOpen) return [`the return ${id} ends, but is not open`]
  known.isOpen = false
  return []
}
