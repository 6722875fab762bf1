import type { ShopEvent } from '@shop/language/all-events'
import { dollars } from './money-ledger.ts'
import {
  type Account,
  inShopFor,
  leftOf,
  type Part,
  piecesOf,
  type Refund,
  reversedOf,
  toSend,
  total,
  triesOf,
} from './order-account.ts'
import type { Fold } from './order-pieces-fold.ts'

type Of<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data']
type Folds = { readonly [Type in ShopEvent['type']]?: Fold<Of<Type>> }

/** The code of a refund that is not needed, because a refund made at the provider covers the money. */
const COVERED = 'NOTED'

/** TABLE: what each event does to the order's refunds. */
export const refundFolds: Folds = {
  OrderRefundRequested(account, { refundId: id, amountCents: cents, pieces, returnId }) {
    const left = leftOf(account)
    const ofReturn = returnId !== undefined
    // While a reversal holds the money, a return's refund is requested and refused by one command.
    const most = left + (ofReturn ? reversedOf(account) : 0)
    const wrong = cents > most ? [`${dollars(cents)} are to be refunded, but only ${dollars(left)} are left`] : []
    if (!ofReturn) wrong.push(...notHeldInShop(account, id, pieces, cents >= left))
    account.refunds.push({ id, cents, state: 'requested', ofReturn, parts: pieces, providerIds: [] })
    account.isMoneyHandled = true
    return wrong
  },

  OrderRefundPending(account, { refundId, providerRefundId, amountCents: cents }) {
    const known = refundOf(account, refundId)
    if (known) accept(known, 'pending', providerRefundId)
    else account.refunds.push(atProvider(refundId, cents, 'pending'))
    account.hasCase = false
    account.isMoneyHandled = true
    return []
  },

  OrderRefunded(account, { refundId, providerRefundId }) {
    const known = refundOf(account, refundId)
    if (!known) return [`${refundId} is made but was never requested`]
    accept(known, 'made', providerRefundId)
    known.leaving = leavingWith(account, known)
    account.hasCase = false
    return []
  },

  OrderRefundRefused(account, { refundId, code }) {
    const known = refundOf(account, refundId)
    if (!known) return [`${refundId} is refused but was never requested`]
    known.state = code === COVERED ? 'covered' : 'refused'
    if (known.state === 'covered') known.leaving = leavingWith(account, known)
    return []
  },

  OrderRefundFailed(account, { refundId }) {
    const known = refundOf(account, refundId)
    if (!known) return [`${refundId} has failed but was never requested`]
    known.state = 'refused'
    return []
  },

  RefundNoted(account, { providerRefundId, amountCents, isReversal }) {
    account.refunds.push({ ...atProvider(providerRefundId, amountCents, 'made'), isReversal })
    account.hasCase = false
    account.isMoneyHandled = true
    return []
  },

  RefundCaseOpened(account, { amountCents }) {
    account.hasCase = amountCents > 0
    account.isMoneyHandled = true
    return []
  },

  RefundCaseClosed(account) {
    account.hasCase = false
    return []
  },
}

const refundOf = ({ refunds }: Account, refundId: string) => refunds.find(({ id }) => id === refundId)

function accept(refund: Refund, state: 'pending' | 'made', providerId: string) {
  refund.state = state
  refund.providerIds.push(providerId)
}

const atProvider = (id: string, cents: number, state: 'pending' | 'made'): Refund => ({
  ...{ id, cents, state, providerIds: [id], ofReturn: false, parts: [] },
})

/** A refund must keep its unsent pieces in the shop. A refund of all the money must keep all unsent pieces. */
function notHeldInShop(account: Account, id: string, parts: Refund['parts'], isAll: boolean): readonly string[] {
  // Only an earlier release wrote parts without `held`, and that release still sent refunded pieces.
  if (parts.some(({ held }) => held === undefined)) return []
  return account.lines.flatMap(({ productId }, line) => {
    const part = parts.find((one) => one.line === line)
    const unsent = toSend(account, line)
    const kept = isAll ? unsent : Math.min(staysOf(account, id, part), unsent)
    const held = part?.held ?? 0
    return held === kept ? [] : [`${kept} of ${productId} are refunded before they are sent, but ${held} are kept back`]
  })
}

/** How many of the pieces of a refund have not left the order with any of its tries. */
function staysOf(account: Account, id: string, part: Part | undefined) {
  if (!part) return 0
  const gone = total(triesOf(account, id).map((one) => piecesOf(one.gone ?? [], part.line)))
  return Math.max(0, part.quantity - gone)
}

/** Returns the pieces that leave the order when the refund is made: kept unsent pieces, and sent pieces that come back without a return. */
function leavingWith(account: Account, { id, parts }: Refund): Refund['leaving'] {
  const leaving = parts.flatMap((part) => {
    const { line, held = 0, restock = 0 } = part
    const { out = 0, short = 0 } = account.lines[line] ?? {}
    const quantity = Math.min(staysOf(account, id, part), Math.max(held, restock), inShopFor(account, line) + out)
    const toStock = Math.max(0, Math.min(restock, quantity) - short)
    return quantity > 0 ? [{ line, quantity, toStock }] : []
  })
  return total(leaving.map(({ quantity }) => quantity)) > 0 ? leaving : undefined
}
