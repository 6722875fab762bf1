import type { UserDocument } from '../account/document.ts'
import { userView } from '../account/view.ts'
import { refundedCents } from '../order/books.ts'
import type { OrderDocument } from '../order/document.ts'
import { toDecimal } from '../values/money.ts'
import type { Customer, Note } from './api.ts'
import type { NoteDocument } from './notes-document.ts'

/** `by`: the author's name; undefined once the author is erased. */
export const noteView = (
  { _id, at, text, orderId }: Pick<NoteDocument, '_id' | 'at' | 'text' | 'orderId'>,
  by: string | undefined,
): Note => ({ _id, at, text, ...(by && { by }), ...(orderId !== null && { orderId }) })

type Placed = Readonly<{ documents: readonly OrderDocument[]; next?: string }>

export const customerView = (
  user: UserDocument,
  { documents: orders, next }: Placed,
  notes: readonly Note[],
): Customer => ({
  ...userView(user),
  registeredAt: user.registeredAt,
  orders: {
    count: orders.length,
    paid: toDecimal(orders.reduce((sum, { totalCents }) => sum + totalCents, 0)),
    refunded: toDecimal(orders.reduce((sum, order) => sum + refundedCents(order), 0)),
    isAll: next === undefined,
    ...(orders[0] && { lastAt: orders[0].placedAt }),
  },
  notes,
})
