const REASONS = [null, 'too-small', 'quality', 'other']

type Made = {
  id: string
  placedAt: string
  totalCents: number
  quantities: readonly number[]
  status: string
  isDeleted: boolean
  /** The number of the first refund after the last deletion. */
  firstSince: number
  hasCase: boolean
  asked: Asked[]
  made: { refundId: string; amountCents: number }[]
  awaited: { returnId: string; pieces: readonly Pieces[] }[]
}
/** `providerRefundId`: absent until the provider has accepted the refund. */
type Asked = { refundId: string; amountCents: number; providerRefundId?: string }
type Pieces = Readonly<{ line: number; quantity: number }>

type Tools = Readonly<{
  below: (most: number) => number
  one: <T>(many: readonly T[]) => T
  record: (type: string, stream: string, data: object) => void
}>

/** Each event is possible in the current state of its order. */
export function makeOrders({ below, one, record }: Tools) {
  const all: Made[] = []
  let refunds = 0
  let returns = 0
  const some = () => (all.length === 0 ? undefined : one(all))
  const refundedCents = ({ made }: Made) => made.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const say = (type: string, { id }: Made, data: object) => record(type, `order-${id}`, { orderId: id, ...data })
  const booked = (of: Made) => {
    return { placedAt: of.placedAt, totalCents: of.totalCents, refundedCents: refundedCents(of) }
  }
  const taken = ({ placedAt, status, isDeleted }: Made) => ({ placedAt, status, deleted: isDeleted })

  function move(of: Made, to: string) {
    if (of.isDeleted) return
    if (of.hasCase && to !== 'Cancelled') closeCase(of)
    const chosenReason = to === 'Cancelled' ? one(REASONS) : null
    say('OrderStatusChanged', of, { from: of.status, to, chosenReason, ...booked(of) })
    const wasSent = of.status === 'Shipped' || of.status === 'Delivered'
    of.status = to
    if (to !== 'Cancelled') return
    openCase(of)
    if (!wasSent) return
    const awaited = { returnId: `return${returns++}`, pieces: somePieces(of) }
    say('ReturnAwaited', of, awaited)
    of.awaited.push(awaited)
  }

  const leftOf = (of: Made) =>
    of.totalCents - refundedCents(of) - of.asked.reduce((sum, { amountCents }) => sum + amountCents, 0)

  function openCase(of: Made) {
    if (leftOf(of) <= 0) return
    say('RefundCaseOpened', of, { captureId: 'c', amountCents: leftOf(of) })
    of.hasCase = true
    if (below(3) === 0) closeCase(of)
  }

  function closeCase(of: Made) {
    say('RefundCaseClosed', of, { customerId: '' })
    of.hasCase = false
  }

  function ask(of: Made, returnId?: string) {
    const left = leftOf(of)
    if (left <= 0 || (of.isDeleted && below(4) > 0)) return
    const refund = { refundId: `refund${refunds++}`, amountCents: below(3) ? 1 + below(left) : left }
    if (below(4) === 0) {
      const { refundId: providerRefundId, amountCents } = refund
      if (below(3) === 0) return accept(of, { ...refund, providerRefundId })
      say('RefundNoted', of, { providerRefundId, amountCents, at: '', ...taken(of) })
      of.made.push(refund)
      return
    }
    const said = {
      ...(returnId && { returnId }),
      pieces: below(3) ? somePieces(of) : [],
      chosenReason: one(REASONS),
      at: '',
    }
    say('OrderRefundRequested', of, { ...refund, customerId: '', captureId: 'c', ...said })
    of.asked.push(refund)
  }

  /** The provider may accept a refund that it has refused before, or that the shop has not requested. */
  function accept(of: Made, refund: Asked) {
    const accepted = { providerRefundId: `p${refund.refundId}`, ...refund }
    say('OrderRefundPending', of, { ...accepted, at: '' })
    of.asked.push(accepted)
  }

  function settle(of: Made) {
    const refund = of.asked.shift()
    if (!refund) return
    const provider = { providerRefundId: `p${refund.refundId}`, ...refund, ...taken(of) }
    const answer = below(4)
    const isAccepted = refund.providerRefundId !== undefined
    if (answer === 0 && !isAccepted) {
      say('OrderRefundRefused', of, { ...refund, code: 'NO' })
      if (below(3) === 0) accept(of, refund)
      return
    }
    if (answer < 2) return say('OrderRefundFailed', of, { ...provider, code: 'NO', wasMade: false })
    if (!isAccepted && below(2)) say('OrderRefundPending', of, { ...provider, at: '' })
    say('OrderRefunded', of, provider)
    of.made.push(refund)
    if (answer === 2) return
    say('OrderRefundFailed', of, { ...provider, ...taken(of), code: 'NO', wasMade: true })
    of.made.pop()
  }

  function somePieces({ quantities }: Made): Pieces[] {
    const first = below(quantities.length)
    const lines = quantities.map((_, line) => line).filter((line) => line === first || below(2) === 0)
    return lines.map((line) => ({ line, quantity: 1 + below(quantities[line]!) }))
  }

  function returnOrReceive(of: Made) {
    const back = of.awaited.shift()
    if (!back) {
      const asked = { returnId: `return${returns++}`, pieces: somePieces(of) }
      say('ReturnRequested', of, { ...asked, customerId: '', chosenReason: one(REASONS), at: '' })
      return of.awaited.push(asked)
    }
    const { returnId, pieces } = back
    const came = pieces.slice(0, below(pieces.length + 1)).map((piece) => ({ ...piece, restocked: 0 }))
    say('ReturnReceived', of, { returnId, pieces: came, chosenReason: one(REASONS), at: '' })
    if (came.length > 0) ask(of, returnId)
  }

  function changeAddress(of: Made) {
    if (!of.isDeleted && of.status === 'Processing')
      say('OrderAddressChanged', of, { country: one(['UK', 'France', 'Japan']) })
  }

  function deleteOrRestore(of: Made) {
    if (of.isDeleted) {
      const made = of.made.map((refund) => ({ ...refund, state: 'made', pieces: [], at: '' }))
      // A refund after the deletion cancels the order.
      const isCancelledNow =
        of.status !== 'Cancelled' &&
        [...of.asked, ...of.made].some(({ refundId }) => Number(refundId.slice('refund'.length)) >= of.firstSince)
      if (isCancelledNow) Object.assign(of, { status: 'Cancelled', hasCase: leftOf(of) > 0 })
      const now = { status: of.status, refundDue: of.hasCase, refunds: made, returns: [], lines: [] }
      say('OrderRestored', of, { ...booked(of), ...now })
    } else {
      of.firstSince = refunds
      say('OrderDeleted', of, { ...booked(of), status: of.status, lines: [], dueCents: 0 })
    }
    of.isDeleted = !of.isDeleted
  }

  const act = (what: (of: Made) => void) => () => {
    const of = some()
    if (of) what(of)
  }
  return {
    placed(id: string, placedAt: string, items: readonly { productId: string; paidCents: number; quantity: number }[]) {
      const totalCents = items.reduce((sum, { paidCents }) => sum + paidCents, 0)
      const quantities = items.map(({ quantity }) => quantity)
      const nothing = { isDeleted: false, firstSince: 0, hasCase: false, asked: [], made: [], awaited: [] }
      all.push({ id, placedAt, totalCents, quantities, status: 'Processing', ...nothing })
    },
    ship(): string | undefined {
      const of = some()
      const next = of?.status === 'Shipped' ? 'Processing' : 'Shipped'
      if (of) move(of, one([next, 'Delivered', 'Delivered', 'Delivered']))
      return of?.id
    },
    /** Delivers some orders, and takes pieces of them back. */
    deliverLate() {
      const sold = all.filter(({ isDeleted, status }) => !isDeleted && status !== 'Cancelled')
      for (const of of sold.slice(0, 6)) {
        move(of, 'Delivered')
        for (const step of [returnOrReceive, returnOrReceive, settle, settle]) step(of)
      }
    },
    acts: [
      act((of) => move(of, of.status === 'Cancelled' ? 'Processing' : 'Cancelled')),
      act((of) => ask(of)),
      act((of) => ask(of)),
      act(settle),
      act(returnOrReceive),
      act(changeAddress),
      act(deleteOrRestore),
    ],
  }
}
