import { users } from './account/document.ts'
import { sessions } from './account/sessions-document.ts'
import { addresses } from './address/document.ts'
import { carts } from './cart/document.ts'
import { cases } from './case/document.ts'
import { correspondence } from './correspondence/document.ts'
import { notes } from './customer/notes-document.ts'
import { dashboard } from './dashboard/document.ts'
import { deletions } from './deleted/document.ts'
import { holds } from './hold/document.ts'
import { orders } from './order/document.ts'
import { pendingPayments } from './order/pending-document.ts'
import { products } from './product/document.ts'
import { boards } from './question/board-document.ts'
import { questions } from './question/document.ts'
import { questionMails } from './question/mail-document.ts'
import { stock } from './stock/document.ts'
import { stockMarks } from './stock/marks-document.ts'

/** TABLE: the read models of this release. A test compares them with `projections`. */
export const readModels: readonly Readonly<{ name: string; changedBy?: readonly string[] }>[] = [
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
  boards,
  questionMails,
  deletions,
  addresses,
  correspondence,
  holds,
]
