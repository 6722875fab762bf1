import { CaseClosed, CaseOpened, CaseReopened } from '@shop/language/case/events'
import { CheckoutPaid } from '@shop/language/checkout/events'
import type { Event } from '@shop/language/events/event'
import {
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseClosed,
  RefundCaseOpened,
} from '@shop/language/order/events'
import {
  type GivenUp,
  PiecesBackInStock,
  PiecesGivenUp,
  PiecesReclaimed,
  ReturnAwaited,
  ReturnClosed,
} from '@shop/language/order/piece-events'
import {
  OrderRefundDelayed,
  OrderRefunded,
  OrderRefundFailed,
  OrderRefundPending,
  OrderRefundRefused,
  OrderRefundRequested,
  type RefundedPieces,
  RefundNoted,
} from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested, ReturnRestocked } from '@shop/language/order/return-events'
import { ShopStarted } from '@shop/language/shop/events'
import {
  ReservationReleased,
  SHARED,
  StockCounted,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/stock/events'
import { boughtOf, nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { describe, expect, test } from 'vitest'
import { type Earlier, earlier, writtenLog } from '../test-support/written-log.ts'
import { auditBooks } from './audit-books.ts'

const AT = '2026-01-01T10:00:00.000Z'
const TOTAL = 7500
const facts = {
  ...boughtOf({ ...sampleLine, quantity: 3, paidCents: TOTAL }),
  ...{ orderId: 'c1', captureId: 'CAP1', paidAt: AT, placedAt: AT },
}
const stock = (quantity: number) => ({ productId: 'shirt', lines: sharedPieces(quantity) })
const reserved = (checkoutId: string, quantity: number) => StockReserved({ ...stock(quantity), checkoutId })
const taken = (checkoutId: string, quantity: number) => StockTaken({ ...stock(quantity), checkoutId })
const back = (returnId: string, quantity: number) => StockReturned({ ...stock(quantity), orderId: 'c1', returnId })

/** An order of three shirts; ten shirts were in stock. */
const bought: readonly (readonly Event[])[] = [
  [StockCounted({ productId: 'shirt', ...SHARED, available: 10 })],
  [reserved('c1', 3)],
  [
    CheckoutPaid({
      checkoutId: 'c1',
      providerOrderId: 'PP',
      captureId: 'CAP1',
      amountCents: TOTAL,
      paidAt: AT,
      held: true,
    }),
  ],
  [OrderPlaced(facts)],
  [taken('c1', 3)],
]
type Status = 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled'
const booked = { orderId: 'c1', totalCents: TOTAL, placedAt: AT }
const set = (from: Status, to: Status) => OrderStatusChanged({ ...saidNothing, ...booked, from, to })
const given = (n: number, quantity: number, toStock = quantity, more: Partial<GivenUpData> = {}) =>
  PiecesGivenUp({
    ...{ orderId: 'c1', moveId: `c1~back${n}`, cause: 'cancelled', ...more },
    pieces: [{ line: 0, productId: 'shirt', quantity, toStock } satisfies GivenUp],
  })
type GivenUpData = Omit<ReturnType<typeof PiecesGivenUp>['data'], 'pieces'>
const noted = (n: number) => PiecesBackInStock({ orderId: 'c1', moveId: `c1~back${n}` })
const caseOpened = (amountCents = TOTAL) => RefundCaseOpened({ orderId: 'c1', captureId: 'CAP1', amountCents })
const caseClosed = RefundCaseClosed({ orderId: 'c1', customerId: 'ada', reason: null })
const pieces = (quantity: number) => [{ line: 0, quantity }]
const reclaimed = (n: number, quantity = 3) =>
  PiecesReclaimed({
    ...{ orderId: 'c1', holdId: `c1~again${n}` },
    pieces: [{ line: 0, productId: 'shirt', quantity }],
    lines: [{ productId: 'shirt', ...SHARED, quantity }],
  })
/** The order takes `quantity` pieces again, but the event says that `ofStock` pieces leave the stock. */
function reclaimedOf(quantity: number, ofStock: number) {
  const { type, data } = reclaimed(1, quantity)
  return { type, data: { ...data, lines: data.lines.map((line) => ({ ...line, quantity: ofStock })) } }
}
const asked = (refundId: string, amountCents: number, parts: readonly RefundedPieces[] = [], returnId?: string) =>
  OrderRefundRequested({
    ...{ orderId: 'c1', customerId: 'ada', refundId, captureId: 'CAP1', amountCents, pieces: [...parts] },
    ...{ chosenReason: null, reason: null, at: AT, ...(returnId && { returnId }) },
  })
const made = (refundId: string, amountCents: number) =>
  OrderRefunded({
    ...{ orderId: 'c1', refundId, providerRefundId: `P-${refundId}`, amountCents },
    ...{ placedAt: AT, status: 'Processing', deleted: false },
  })
const deleted = (dueCents = TOTAL, status: Status = 'Processing') =>
  OrderDeleted({
    ...{ orderId: 'c1', status, lines: [{ productId: 'shirt', quantity: 3 }], dueCents },
    ...{ totalCents: TOTAL, refundedCents: 0, placedAt: AT },
  })
const restored = (status: Status = 'Processing') =>
  OrderRestored({ ...facts, ...nothingSince, status, refundDue: false })
const opened = (kind: 'refund-refused' | 'order-deleted', refundId: string) =>
  CaseOpened({
    ...{
      caseId: `case of ${refundId}`,
      kind,
      customerId: 'ada',
      checkoutId: null,
      orderId: 'c1',
      providerOrderId: null,
    },
    ...{ captureId: 'CAP1', refundId, disputeId: null, debugId: null, dispute: null, amountCents: 2500, code: 'NO' },
    openedAt: AT,
  })
const news = { amountCents: 2500, code: 'NO', debugId: null, dispute: null }
const closed = (refundId: string, outcome: 'closed' | 'refunded') =>
  CaseClosed({ caseId: `case of ${refundId}`, personId: 'ada', outcome, refundId: null, reason: null, closedAt: AT })
const refused = (refundId: string, code: string) =>
  OrderRefundRefused({ orderId: 'c1', refundId, amountCents: 2500, code })
const failed = (refundId: string, wasMade: boolean, details = {}) =>
  OrderRefundFailed({
    ...{ orderId: 'c1', refundId, providerRefundId: `P-${refundId}`, amountCents: 2500, code: 'FAILED', wasMade },
    ...{ placedAt: AT, status: 'Processing', deleted: false, ...details },
  })
const atProvider = RefundNoted({
  ...{ orderId: 'c1', providerRefundId: 'P9', amountCents: 2500, at: AT },
  ...{ placedAt: AT, status: 'Processing', deleted: false },
})
const reversed = RefundNoted({
  ...atProvider.data,
  ...{ providerRefundId: 'P8', amountCents: TOTAL, isReversal: true },
})
const returnAsked = (quantity: number) =>
  ReturnRequested({
    orderId: 'c1',
    customerId: 'ada',
    returnId: 'b1',
    pieces: pieces(quantity),
    chosenReason: null,
    reason: null,
    at: AT,
  })
const received = (quantity: number, restocked = quantity) =>
  ReturnReceived({
    chosenReason: null,
    orderId: 'c1',
    returnId: 'b1',
    pieces: [{ line: 0, quantity, restocked }],
    at: AT,
  })
const ofOne = (restock: number) => [{ line: 0, quantity: 1, held: 1, restock }]
const ofAll = [{ line: 0, quantity: 3, held: 3, restock: 3 }]
const leftWithFirstTry = [
  [asked('r1', 2500, ofOne(1))],
  [made('r1', 2500), given(1, 1, 1, { cause: 'refunded', refundId: 'r1' })],
  [back('c1~back1', 1)],
  [noted(1)],
  [opened('refund-refused', 'r1')],
  [failed('r1', true)],
]
const cancelled = [[set('Processing', 'Cancelled'), given(1, 3), caseOpened()], [back('c1~back1', 3)], [noted(1)]]
const setBack = [
  [reserved('c1~again1', 3)],
  [reclaimed(1), caseClosed, set('Cancelled', 'Processing')],
  [taken('c1~again1', 3)],
]
const shipped = [[set('Processing', 'Shipped')]]

type Commands = readonly (readonly (Event | Earlier)[])[]
const audit = (commands: Commands, isSettled = true) =>
  auditBooks([writtenLog([...bought, ...commands], () => AT)], { isSettled })

describe('balances:', () => {
  test.each<[string, Commands]>([
    [
      'two tries of a refund that are both made, although its pieces have left with the first try',
      [
        ...shipped,
        [asked('r1', 2500, [{ line: 0, quantity: 1, held: 0, restock: 1 }])],
        [opened('refund-refused', 'r1')],
        [refused('r1', 'NO')],
        [asked('r1~1', 2500, [{ line: 0, quantity: 1, held: 0, restock: 1 }])],
        [made('r1', 2500), given(1, 1, 1, { cause: 'refunded', refundId: 'r1' })],
        [back('c1~back1', 1)],
        [noted(1)],
        [made('r1~1', 2500)],
      ],
    ],
    [
      'a further try of a refund whose pieces had left with the first try',
      [
        ...leftWithFirstTry,
        [asked('r1~1', 2500, [{ line: 0, quantity: 1, held: 0, restock: 0 }])],
        [made('r1~1', 2500)],
        ...shipped,
      ],
    ],
    ['a try of a refund that is made again after its pieces had left', [...leftWithFirstTry, [made('r1', 2500)]]],
    [
      'two tries of the refund of an unsent piece that are both made, so that the other pieces are sent and come back',
      [
        [asked('r1', 2500, ofOne(1))],
        [opened('refund-refused', 'r1')],
        [refused('r1', 'NO')],
        [asked('r1~1', 2500, ofOne(1))],
        [made('r1~1', 2500), given(1, 1, 1, { cause: 'refunded', refundId: 'r1~1' })],
        [back('c1~back1', 1)],
        [noted(1)],
        [made('r1', 2500)],
        ...shipped,
        [returnAsked(2)],
      ],
    ],
    ['an order that is cancelled, resumed, and cancelled again', [...cancelled, ...setBack, ...cancelledAgain()]],
    [
      'a cancellation that writes off the pieces and keeps the money',
      [[set('Processing', 'Cancelled'), given(1, 3, 0), caseOpened(), caseClosed]],
    ],
    [
      'an order that is cancelled after it was shipped, and of which a part comes back',
      [
        ...shipped,
        [
          set('Shipped', 'Cancelled'),
          ReturnAwaited({ orderId: 'c1', returnId: 'b1', pieces: pieces(3), at: AT }),
          caseOpened(),
        ],
        [
          ReturnReceived({
            chosenReason: null,
            orderId: 'c1',
            returnId: 'b1',
            pieces: [{ line: 0, quantity: 3, restocked: 2 }],
            at: AT,
          }),
        ],
        [back('b1', 2)],
        [ReturnRestocked({ orderId: 'c1', returnId: 'b1' })],
      ],
    ],
    [
      'a refund of unshipped pieces, which go back into stock, while the other pieces are shipped',
      [
        [asked('r1', 2500, [{ line: 0, quantity: 1, held: 1, restock: 1 }])],
        [made('r1', 2500), given(1, 1, 1, { cause: 'refunded', refundId: 'r1' })],
        [back('c1~back1', 1)],
        [noted(1)],
        ...shipped,
        [
          ReturnRequested({
            orderId: 'c1',
            customerId: 'ada',
            returnId: 'b1',
            pieces: pieces(2),
            chosenReason: null,
            reason: null,
            at: AT,
          }),
        ],
      ],
    ],
    [
      'a refund that fails and whose pieces are sent after all',
      [
        [asked('r1', 2500, [{ line: 0, quantity: 1, held: 1, restock: 1 }])],
        [opened('refund-refused', 'r1')],
        [OrderRefundRefused({ orderId: 'c1', refundId: 'r1', amountCents: 2500, code: 'NO' })],
        ...shipped,
        [
          ReturnRequested({
            orderId: 'c1',
            customerId: 'ada',
            returnId: 'b1',
            pieces: pieces(3),
            chosenReason: null,
            reason: null,
            at: AT,
          }),
        ],
      ],
    ],
    [
      'an order that is deleted and restored during a refund that is then refused',
      [
        [asked('r1', TOTAL, [{ line: 0, quantity: 3, held: 3, restock: 3 }])],
        [deleted(0), given(1, 3, 3, { cause: 'deleted' })],
        [back('c1~back1', 3)],
        [noted(1)],
        [restored()],
        [opened('refund-refused', 'r1')],
        [OrderRefundRefused({ orderId: 'c1', refundId: 'r1', amountCents: TOTAL, code: 'NO' })],
        [deleted()],
        [opened('order-deleted', 'deletion')],
        [reserved('c1~again1', 3)],
        [reclaimed(1), restored()],
        [taken('c1~again1', 3)],
      ],
    ],
    [
      'an order that is deleted and restored',
      [
        [deleted(), given(1, 3, 3, { cause: 'deleted' })],
        [opened('order-deleted', 'd1')],
        [back('c1~back1', 3)],
        [noted(1)],
        [reserved('c1~again1', 3)],
        [reclaimed(1), restored()],
        [taken('c1~again1', 3)],
      ],
    ],
    [
      'an order that is deleted, and whose money is a case',
      [[deleted(), given(1, 3, 3, { cause: 'deleted' })], [opened('order-deleted', 'd1')], ...cancelled.slice(1)],
    ],
    [
      'an order that is deleted, and whose money is reversed before it is a case',
      [
        [deleted(), given(1, 3, 3, { cause: 'deleted' })],
        [RefundNoted({ ...atProvider.data, amountCents: TOTAL, isReversal: true })],
        ...cancelled.slice(1),
      ],
    ],
    [
      'an order that is deleted and restored before its money is a case',
      [
        ...[[deleted(), given(1, 3, 3, { cause: 'deleted' })], ...cancelled.slice(1)],
        ...[[reserved('c1~again1', 3)], [reclaimed(1), restored()], [taken('c1~again1', 3)]],
      ],
    ],
    [
      'an order that is deleted after it was delivered: nothing is due',
      [...shipped, [set('Shipped', 'Delivered')], [deleted(0, 'Delivered')]],
    ],
    [
      'a refund that the provider’s own refund covers',
      [[asked('r1', 2500)], [opened('refund-refused', 'P9')], [atProvider, refused('r1', 'NOTED')]],
    ],
    ['a refund that the provider’s own refund covers, without a case', [[asked('r1', 2500)], [refused('r1', 'NOTED')]]],
    ['a refund that ends with its case', [[asked('r1', 2500)], [refused('r1', 'CASE_CLOSED')]]],
    [
      'a refund that is refused after its case was closed',
      [[asked('r1', 2500)], [opened('refund-refused', 'r1')], [closed('r1', 'closed')], [refused('r1', 'NO')]],
    ],
    [
      'a refund that is refused after its case was settled and opened again',
      [
        ...[[asked('r1', 2500)], [opened('refund-refused', 'r1')], [closed('r1', 'refunded')]],
        [CaseReopened({ ...news, caseId: 'case of r1', times: 2, at: AT })],
        [refused('r1', 'NO')],
      ],
    ],
    [
      'a refund whose further try is refused: it has the case of the first try',
      [
        ...[[asked('r1', 2500)], [opened('refund-refused', 'r1')], [refused('r1', 'NO')]],
        ...[[asked('r1~1', 2500)], [refused('r1~1', 'NO')]],
      ],
    ],
    [
      'a refund that has failed, and whose case has the provider’s id of the refund',
      [[asked('r1', 2500)], [made('r1', 2500)], [opened('refund-refused', 'P-r1')], [failed('r1', true)]],
    ],
    [
      'a refund that has failed under two ids of the provider, and whose case has the first id',
      [
        ...[[asked('r1', 2500)], [made('r1', 2500)], [opened('refund-refused', 'P-r1')], [failed('r1', true)]],
        [OrderRefundPending({ orderId: 'c1', refundId: 'r1', providerRefundId: 'P2', amountCents: 2500, at: AT })],
        [failed('r1', false, { providerRefundId: 'P2' })],
      ],
    ],
    [
      'a reversal that ends when the shop wins the dispute: its case is settled',
      [[atProvider], [failed('P9', true, { providerRefundId: 'P9', code: 'REVERSAL_CANCELLED' })]],
    ],
    [
      'a return that comes back while a reversal holds the money: its refund is refused, and made after the shop has won',
      [
        ...shipped,
        [reversed],
        [returnAsked(1)],
        [received(1), asked('r1', 2500, pieces(1), 'b1'), refused('r1', 'PAYMENT_REVERSED')],
        ...[[back('b1', 1)], [ReturnRestocked({ orderId: 'c1', returnId: 'b1' })]],
        [failed('P8', true, { providerRefundId: 'P8', amountCents: TOTAL, code: 'REVERSAL_CANCELLED' })],
        [opened('refund-refused', 'r1')],
        [asked('r1~1', 2500, pieces(1), 'b1')],
        [made('r1~1', 2500)],
      ],
    ],
    [
      'a refund of the whole payment that fails and is made again',
      [
        ...[[asked('r1', TOTAL, ofAll)], [opened('refund-refused', 'r1')], [failed('r1', false)]],
        ...[[asked('r2', TOTAL, ofAll)], [made('r2', TOTAL), given(1, 3, 3, { cause: 'refunded', refundId: 'r2' })]],
        ...cancelled.slice(1),
      ],
    ],
    [
      'an order that is cancelled after it was shipped, and of which the customer keeps pieces',
      [
        ...shipped,
        [
          set('Shipped', 'Cancelled'),
          ReturnAwaited({ orderId: 'c1', returnId: 'b1', pieces: pieces(3), at: AT }),
          caseOpened(),
        ],
        ...[[received(1)], [back('b1', 1)], [ReturnRestocked({ orderId: 'c1', returnId: 'b1' })]],
      ],
    ],
    [
      'a cancellation while a piece is refunded that does not go back into stock',
      [
        [asked('r1', 2500, ofOne(0))],
        [set('Processing', 'Cancelled'), given(1, 3, 2), caseOpened(5000)],
        ...[[back('c1~back1', 2)], [noted(1)], [made('r1', 2500)]],
      ],
    ],
    [
      'the refund of a return while other pieces are still to be sent',
      [
        ...[...shipped, [returnAsked(1)], [received(1)], [back('b1', 1)], [set('Shipped', 'Processing')]],
        ...[[asked('r1', 2500, [{ line: 0, quantity: 1, held: 0, restock: 0 }], 'b1')], [made('r1', 2500)]],
      ],
    ],
    [
      'a refund by an earlier release, which still sent the refunded pieces',
      [[asked('r1', 2500, [{ line: 0, quantity: 1 }])], [made('r1', 2500)]],
    ],
  ])('%s', async (_, commands) => {
    expect(await audit(commands)).toMatchObject({ found: [], earlier: [] })
  })
})

function cancelledAgain(): Commands {
  return [[set('Processing', 'Cancelled'), given(2, 3), caseOpened()], [back('c1~back2', 3)], [noted(2)]]
}

/** TABLE: each fault that the events of orders can show, with the finding that reports it. */
const FAULTS: readonly (readonly [string, Commands, RegExp])[] = [
  [
    'a refund that is refused because of a reversal, although the shop has the money',
    [
      ...shipped,
      [returnAsked(1)],
      [received(1), asked('r1', 2500, pieces(1), 'b1'), refused('r1', 'PAYMENT_REVERSED')],
    ],
    /c1: r1 is not made \(PAYMENT_REVERSED\), and no case exists for it/,
  ],
  [
    'an order that leaves Cancelled without its pieces',
    [...cancelled, [caseClosed, set('Cancelled', 'Processing')]],
    /^at position 12, OrderStatusChanged in order-c1: c1: it needs 3 of shirt .+, but 0 were taken/,
  ],
  [
    'pieces that are held again and were not reserved',
    [...cancelled, [reclaimed(1), caseClosed, set('Cancelled', 'Shipped')]],
    /c1: it needs 3 of shirt .+, but 0 were taken/,
  ],
  [
    'a reservation that is released although the order holds its pieces again',
    [...cancelled, ...setBack.slice(0, 2), [ReservationReleased({ ...stock(3), checkoutId: 'c1~again1' })]],
    /^at position 15, ReservationReleased .+: c1: it needs 3 of shirt .+, but 0 were taken/,
  ],
  [
    'a second cancellation that gives nothing back',
    [...cancelled, ...setBack, [set('Processing', 'Cancelled'), caseOpened()]],
    /c1: it is cancelled, and keeps 3 of shirt/,
  ],
  [
    'a cancellation that gives up fewer pieces than the order holds',
    [[set('Processing', 'Cancelled'), given(1, 2), caseOpened()]],
    /c1: it must give up 3 pieces of shirt and return 3 to stock, but gives up 2 and returns 2/,
  ],
  [
    'pieces of a cancellation that are not put back',
    cancelled.slice(0, 1),
    /^c1, since position 8: 3 of shirt are not back in stock/,
  ],
  [
    'pieces that are noted as put back but were not',
    [cancelled[0]!, [back('c1~back1', 2)], [noted(1)]],
    /PiecesBackInStock .+: c1: 1 of shirt are noted as back in stock, but are not there/,
  ],
  [
    'more pieces that are put back than were given up',
    [...cancelled, [back('c1~back1', 3)]],
    /StockReturned .+: c1: it needs 0 of shirt .+, but -3 were taken/,
  ],
  [
    'pieces that are put back although their order is in progress',
    [...shipped, [back('c1~back1', 3)]],
    /StockReturned .+: c1: it needs 3 of shirt .+, but 0 were taken/,
  ],
  [
    'an order that is shipped after it was refunded',
    [
      [set('Processing', 'Cancelled'), given(1, 3), asked('r1', TOTAL)],
      ...cancelled.slice(1),
      [reserved('c1~again1', 3)],
      [reclaimed(1), set('Cancelled', 'Shipped')],
    ],
    /c1: a refund was requested, but the order continues/,
  ],
  [
    'pieces that are not awaited although their order was cancelled after shipping',
    [...shipped, [set('Shipped', 'Cancelled'), caseOpened()]],
    /c1: 3 of shirt of a cancelled order are with the customer, but 0 are awaited/,
  ],
  [
    'pieces that go back into stock while they are with the customer',
    [...shipped, [set('Shipped', 'Cancelled'), given(1, 3), caseOpened()]],
    /c1: it must give up 0 pieces of shirt and return 0 to stock, but gives up 3/,
  ],
  [
    'a further try of a refund that keeps back a second piece',
    [...leftWithFirstTry, [asked('r1~1', 2500, ofOne(1))]],
    /c1: 0 of shirt are refunded before they are sent, but 1 are kept back/,
  ],
  [
    'a return that is requested before the order is shipped',
    [
      [
        ReturnRequested({
          orderId: 'c1',
          customerId: 'ada',
          returnId: 'b1',
          pieces: pieces(1),
          chosenReason: null,
          reason: null,
          at: AT,
        }),
      ],
    ],
    /c1: 1 of line 0 are to be sent back, but only 0 more can be sent back/,
  ],
  [
    'a return that stays open although its order was cancelled before it was shipped',
    [
      ...shipped,
      [
        ReturnRequested({
          orderId: 'c1',
          customerId: 'ada',
          returnId: 'b1',
          pieces: pieces(1),
          chosenReason: null,
          reason: null,
          at: AT,
        }),
      ],
      [set('Shipped', 'Processing')],
      ...cancelled,
    ],
    /c1: a return of it is awaited, but none of its pieces was sent/,
  ],
  [
    'a return of more than was sent',
    [
      ...shipped,
      [
        ReturnRequested({
          orderId: 'c1',
          customerId: 'ada',
          returnId: 'b1',
          pieces: pieces(3),
          chosenReason: null,
          reason: null,
          at: AT,
        }),
      ],
      [
        ReturnReceived({
          chosenReason: null,
          orderId: 'c1',
          returnId: 'b1',
          pieces: [{ line: 0, quantity: 4, restocked: 4 }],
          at: AT,
        }),
      ],
    ],
    /c1: 4 of line 0 come back, but the order has fewer/,
  ],
  [
    'a return that is received twice',
    [
      ...shipped,
      [
        ReturnRequested({
          orderId: 'c1',
          customerId: 'ada',
          returnId: 'b1',
          pieces: pieces(1),
          chosenReason: null,
          reason: null,
          at: AT,
        }),
      ],
      [ReturnReceived({ chosenReason: null, orderId: 'c1', returnId: 'b1', pieces: [], at: AT })],
      [ReturnClosed({ orderId: 'c1', returnId: 'b1', at: AT })],
    ],
    /c1: the return b1 ends, but is not open/,
  ],
  [
    'refunded pieces that are still to be sent',
    [[asked('r1', 2500, [{ line: 0, quantity: 1, held: 0, restock: 0 }])]],
    /c1: 1 of shirt are refunded before they are sent, but 0 are kept back/,
  ],
  [
    'a payment that is refunded whole while pieces are still to be sent',
    [[asked('r1', TOTAL)]],
    /c1: 3 of shirt are refunded before they are sent, but 0 are kept back/,
  ],
  [
    'a refund that is made and whose pieces do not leave the order',
    [[asked('r1', 2500, [{ line: 0, quantity: 1, held: 1, restock: 1 }])], [made('r1', 2500)]],
    /c1: r1 is made, but its pieces do not leave the order/,
  ],
  [
    'a refund that does not put its piece back into stock as it should',
    [
      [asked('r1', 2500, [{ line: 0, quantity: 1, held: 1, restock: 1 }])],
      [made('r1', 2500), given(1, 1, 0, { cause: 'refunded', refundId: 'r1' })],
    ],
    /c1: a refund gives up 1 of line 0, 0 for the stock, but was requested for 1 of line 0, 1 for the stock/,
  ],
  [
    'a refund that gives up its pieces before it is made',
    [
      [
        asked('r1', 2500, [{ line: 0, quantity: 1, held: 1, restock: 1 }]),
        given(1, 1, 1, { cause: 'refunded', refundId: 'r1' }),
      ],
    ],
    /c1: a refund gives up 1 of line 0, 1 for the stock, but was requested for nothing/,
  ],
  [
    'a refund of more than is left',
    [[asked('r1', TOTAL + 1)]],
    /c1: 75.01 are to be refunded, but only 75.00 are left/,
  ],
  [
    'a delayed refund without a case',
    [[asked('r1', 2500)], [OrderRefundDelayed({ orderId: 'c1', refundId: 'r1', code: 'NO', at: AT })]],
    /c1: r1 is not made \(NO\), and no case exists for it/,
  ],
  [
    'a refused refund whose case was settled before',
    [
      [asked('r1', 2500)],
      [opened('refund-refused', 'r1')],
      [closed('r1', 'refunded')],
      [OrderRefundRefused({ orderId: 'c1', refundId: 'r1', amountCents: 2500, code: 'NO' })],
    ],
    /c1: r1 is not made \(NO\), and no case exists for it/,
  ],
  [
    'a refund that failed after it was accepted, without a case',
    [
      [asked('r1', 2500)],
      [
        OrderRefundFailed({
          ...{ orderId: 'c1', refundId: 'r1', providerRefundId: 'P-r1', amountCents: 2500, code: 'FAILED' },
          ...{ wasMade: false, placedAt: AT, status: 'Processing', deleted: false },
        }),
      ],
    ],
    /c1: r1 is not made \(FAILED\), and no case exists for it/,
  ],
  ['a deletion that keeps the pieces', [[deleted()]], /c1: it is deleted, and keeps 3 of shirt/],
  [
    'a deletion that keeps the money without a case',
    [[deleted(0), given(1, 3, 3, { cause: 'deleted' })]],
    /c1: 75.00 of its payment are due, but the event says 0.00/,
  ],
  [
    'a deletion without a case for its money',
    [[deleted(), given(1, 3, 3, { cause: 'deleted' })]],
    /^c1, deleted at position 6: 75.00 are due, and no case exists for them/,
  ],
  [
    'an order that is restored without its pieces',
    [[deleted(), given(1, 3, 3, { cause: 'deleted' })], ...cancelled.slice(1), [restored()]],
    /OrderRestored .+: c1: it needs 3 of shirt .+, but 0 were taken/,
  ],
  [
    'an order that was refunded but is restored to its earlier status',
    [
      [deleted(), given(1, 3, 3, { cause: 'deleted' })],
      ...cancelled.slice(1),
      [asked('r1', TOTAL)],
      [reserved('c1~again1', 3)],
      [reclaimed(1), restored()],
    ],
    /OrderRestored .+: c1: a refund was requested, but the order continues/,
  ],
  [
    'a refund case of an order that is no longer cancelled',
    [...cancelled, [reserved('c1~again1', 3)], [reclaimed(1), set('Cancelled', 'Processing')]],
    /c1: its refund case is open, but it is not cancelled/,
  ],
  [
    'awaited pieces of an order that is no longer cancelled',
    [
      ...shipped,
      [
        set('Shipped', 'Cancelled'),
        ReturnAwaited({ orderId: 'c1', returnId: 'b1', pieces: pieces(3), at: AT }),
        caseOpened(),
      ],
      [caseClosed, set('Cancelled', 'Shipped')],
    ],
    /c1: the pieces of its cancellation are awaited, but it is not cancelled/,
  ],
  [
    'a cancelled order without a case for its money',
    [[set('Processing', 'Cancelled'), given(1, 3)]],
    /c1: it is cancelled, but no case exists for its money/,
  ],
  [
    'an order that leaves Cancelled although its whole payment was refunded before',
    [
      ...[[asked('r1', TOTAL, ofAll)], [made('r1', TOTAL), given(1, 3, 3, { cause: 'refunded', refundId: 'r1' })]],
      ...cancelled.slice(1),
      ...[[set('Processing', 'Cancelled')], [set('Cancelled', 'Processing')]],
    ],
    /c1: a refund was requested, but the order continues/,
  ],
  [
    'an order that leaves Cancelled although a partial refund was requested',
    [
      [set('Processing', 'Cancelled'), given(1, 3), asked('r1', 2500)],
      ...cancelled.slice(1),
      ...[[reserved('c1~again1', 3)], [reclaimed(1), set('Cancelled', 'Processing')]],
    ],
    /c1: a refund was requested, but the order continues/,
  ],
  [
    'a cancellation that gives up more pieces than the order has',
    [[set('Processing', 'Cancelled'), given(1, 4), caseOpened()]],
    /c1: gives up 4 of line 0, but has fewer/,
  ],
  [
    'pieces that are held again although stock names fewer',
    [...[...cancelled, [reserved('c1~again1', 3)]], [reclaimedOf(3, 2), caseClosed, set('Cancelled', 'Processing')]],
    /c1: takes back 3 pieces, but the event names 2 pieces of stock/,
  ],
  [
    'more pieces that are held again than were given up',
    [...cancelled, [reserved('c1~again1', 4)], [reclaimed(1, 4), caseClosed, set('Cancelled', 'Processing')]],
    /c1: takes back 4 of line 0, but had given up 3/,
  ],
  [
    'pieces of a return that are noted as put back but were not',
    [...shipped, [returnAsked(1)], [received(1)], [ReturnRestocked({ orderId: 'c1', returnId: 'b1' })]],
    /ReturnRestocked .+: c1: 1 of shirt are noted as back in stock, but are not there/,
  ],
  [
    'a return that comes back twice',
    [...shipped, [returnAsked(1)], [received(1)], [received(1)]],
    /ReturnReceived .+: c1: the return b1 ends, but is not open/,
  ],
  [
    'a deletion that writes off the pieces',
    [[deleted(), given(1, 3, 0, { cause: 'deleted' })]],
    /c1: it must give up 3 pieces of shirt and return 3 to stock, but gives up 3 and returns 0/,
  ],
  ['a refund that is made without a request', [[made('r9', 5)]], /c1: r9 is made but was never requested/],
  [
    'a refund that is refused without a request',
    [[refused('r9', 'NOTED')]],
    /c1: r9 is refused but was never requested/,
  ],
  ['a refund that failed without a request', [[failed('r9', false)]], /c1: r9 has failed but was never requested/],
  [
    'a refund that the provider’s own refund covers, and whose pieces do not leave the order',
    [[asked('r1', 2500, ofOne(1))], [atProvider, refused('r1', 'NOTED')]],
    /c1: r1 is made, but its pieces do not leave the order/,
  ],
  [
    'a change from another status',
    [[set('Shipped', 'Delivered')]],
    /c1: it is Processing, but the event says that it was Shipped/,
  ],
  [
    'pieces that were taken and then vanished',
    [[reserved('c1~again1', 2)], [taken('c1~again1', 2)]],
    /c1, since position 6: 5 of shirt were taken from stock for it, but only 3 are accounted for/,
  ],
]

describe('is reported with its place:', () => {
  test.each(FAULTS)('%s', async (_, commands, expected) => {
    const { found, earlier: before } = await audit(commands)
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
    expect(before).toEqual([])
  })

  test('once, even if more commands follow', async () => {
    const unseen = [set('Processing', 'Cancelled'), given(1, 3)]
    const { found } = await audit([unseen, ...cancelled.slice(1)])
    expect(found).toEqual([expect.stringMatching(/it is cancelled, but no case exists for its money/)])
  })

  test('once, even if more events follow', async () => {
    const { found } = await audit([...cancelled, [caseClosed, set('Cancelled', 'Processing')], ...shipped])
    expect(found).toHaveLength(1)
  })
})

const setEarlier = (from: Status, to: Status) =>
  earlier('OrderStatusChanged', 2, {
    customerId: 'ada',
    sealed: '',
    from,
    to,
    at: AT,
    refundedCents: 0,
    ...booked,
  })
const started = (release: string, orders: string) => [
  ShopStarted({
    ...{ release, readModels: ['products@9', orders], startedAt: AT },
    settings: {
      ...{ processes: 'one', log: 'file', production: false, testPayments: true, checkoutTtlSeconds: 1800 },
      ...{ rateLimits: true, demo: false, analysis: true },
    },
  }),
]
/** Sells the same pieces twice, as an earlier release did. */
const soldTwice: Commands = [
  [setEarlier('Processing', 'Cancelled')],
  [back('c1', 3)],
  [caseOpened()],
  [setEarlier('Cancelled', 'Processing')],
]
const TWICE = /position 9, OrderStatusChanged .+: c1: it continues, but does not take 3 of shirt from stock/

describe('what earlier releases wrote', () => {
  test('is reported separately, with the release that wrote it', async () => {
    const { found, earlier: before, earlierCount } = await audit([started('0.9', 'orders@7'), ...soldTwice])
    expect(found).toEqual([])
    expect(before).toEqual([
      expect.stringMatching(/^release 0\.9: at position 10, OrderStatusChanged .+ does not take 3 of shirt from stock/),
      expect.stringContaining('its refund case is open'),
    ])
    expect(earlierCount).toBe(2)
  })

  test('is reported separately even if the log records no start, or only starts of this release', async () => {
    const unnamed = await audit(soldTwice)
    expect(unnamed).toMatchObject({ found: [], earlierCount: 2 })
    expect(unnamed.earlier[0]).toMatch(TWICE)
    expect(unnamed.earlier[0]).toMatch(/^release whose start is not recorded: /)
    const beside = await audit([started('1.0', 'orders@8'), ...soldTwice])
    expect(beside.found).toEqual([])
    expect(beside.earlier[0]).toMatch(/^release before 1\.0: /)
  })

  test('names pieces that were sent and went back into stock, and pieces that did not', async () => {
    const sent = [[setEarlier('Processing', 'Shipped')], [setEarlier('Shipped', 'Cancelled')], [back('c1', 3)]]
    expect((await audit(sent)).earlier).toEqual([
      expect.stringMatching(/c1: 3 of shirt were sent, but go back into stock/),
    ])
    const again = [setEarlier('Processing', 'Cancelled')]
    const twice = await audit([again, [back('c1', 3)], ...setBack, again])
    expect(twice.earlier).toEqual([expect.stringMatching(/c1: 3 of shirt are given up, but do not go back into stock/)])
  })

  test('is carried on correctly into the events of this release, so that a mistake of this release is found', async () => {
    // The earlier release never took these pieces again from stock, so they do not go back into stock.
    const goesOn = [[caseClosed], [set('Processing', 'Cancelled'), given(2, 3, 0), caseOpened()]]
    const sound = await audit([...soldTwice, started('1.0', 'orders@8'), ...goesOn])
    expect(sound).toMatchObject({ found: [], earlierCount: 2 })
    const wrong = [[caseClosed], [set('Processing', 'Cancelled'), given(2, 3), caseOpened()]]
    const { found } = await audit([...soldTwice, started('1.0', 'orders@8'), ...wrong])
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/and return 0 to stock/)]))
  })
})
