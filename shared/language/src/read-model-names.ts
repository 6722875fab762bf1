import { addresses } from './read-models/addresses.ts'
import { carts } from './read-models/carts.ts'
import { cases } from './read-models/cases.ts'
import { correspondence } from './read-models/correspondence.ts'
import { dashboard } from './read-models/dashboard.ts'
import { deletions } from './read-models/deletions.ts'
import { holds } from './read-models/holds.ts'
import { notes } from './read-models/notes.ts'
import { orders } from './read-models/orders.ts'
import { pendingPayments } from './read-models/pending-payments.ts'
import { products } from './read-models/products.ts'
import { questions } from './read-models/questions.ts'
import { sessions } from './read-models/sessions.ts'
import { stock } from './read-models/stock.ts'
import { stockMarks } from './read-models/stock-marks.ts'
import { users } from './read-models/users.ts'

/** TABLE: the names of the read models of this release, with their numbers. A test compares them with `projections`. */
export const readModelNames: readonly string[] = [
  products,
  stock,
  stockMarks,
  carts,
  orders,
  pendingPayments,
  cases,
  users,
  notes,
  sessions,
  dashboard,
  questions,
  deletions,
  addresses,
  correspondence,
  holds,
].map(({ name }) => name)
