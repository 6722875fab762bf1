import * as z from 'zod'
import { MAX_LISTED, MAX_TEXT } from '../limits.ts'
import { count, dollars, id, listOf, moment } from '../values/answer-values.ts'
import { User } from '../values/user.ts'

export const Note = z.object({
  _id: id,
  at: moment,
  text: z.string().max(MAX_TEXT.note),
  by: z.string().exactOptional().describe('The name of the author; absent if the author was erased'),
  orderId: id.exactOptional().describe('The order that the note is about; absent for a note about the customer'),
})

export const Customer = User.extend({
  registeredAt: moment,
  orders: z
    .object({
      count,
      paid: dollars,
      refunded: dollars,
      isAll: z.boolean().describe(`False if only the newest ${MAX_LISTED} orders are added up`),
      lastAt: moment.exactOptional(),
    })
    .describe('The totals of all orders that are not deleted'),
  notes: listOf(Note).describe('The notes on the customer and on their orders, newest first'),
})
