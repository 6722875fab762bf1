import { type AnyProjection, anyProjection } from './projection.ts'
import { addressProjection } from './read-models/address-projection.ts'
import { boardProjection } from './read-models/board-projection.ts'
import { cartProjection } from './read-models/cart-projection.ts'
import { caseProjection } from './read-models/case-projection.ts'
import { correspondenceProjection } from './read-models/correspondence-projection.ts'
import { dashboardProjection } from './read-models/dashboard-projection.ts'
import { deletionProjection } from './read-models/deletion-projection.ts'
import { holdProjection } from './read-models/hold-projection.ts'
import { noteProjection } from './read-models/note-projection.ts'
import { orderProjection } from './read-models/order-projection.ts'
import { pendingPaymentProjection } from './read-models/pending-payment-projection.ts'
import { productProjection } from './read-models/product-projection.ts'
import { questionMailProjection } from './read-models/question-mail-projection.ts'
import { questionProjection } from './read-models/question-projection.ts'
import { sessionProjection } from './read-models/session-projection.ts'
import { stockMarkProjection } from './read-models/stock-mark-projection.ts'
import { stockProjection } from './read-models/stock-projection.ts'
import { userProjection } from './read-models/user-projection.ts'

/** TABLE: every read model. */
export const projections: readonly AnyProjection[] = [
  anyProjection(productProjection),
  anyProjection(stockProjection),
  anyProjection(stockMarkProjection),
  anyProjection(cartProjection),
  anyProjection(orderProjection),
  anyProjection(pendingPaymentProjection),
  anyProjection(caseProjection),
  anyProjection(userProjection),
  anyProjection(noteProjection),
  anyProjection(sessionProjection),
  anyProjection(dashboardProjection),
  anyProjection(questionProjection),
  anyProjection(boardProjection),
  anyProjection(questionMailProjection),
  anyProjection(deletionProjection),
  anyProjection(addressProjection),
  anyProjection(correspondenceProjection),
  anyProjection(holdProjection),
]

export const readModels = projections.map(({ into }) => into)

/** After a command is answered, the sums of these read models can be out of date for a moment. */
export const notWaitedFor: readonly string[] = [dashboardProjection.into.name]

/** The read models that must show a command's result before the command is answered. */
export const waitedFor = readModels.map(({ name }) => name as string).filter((name) => !notWaitedFor.includes(name))
