import * as z from 'zod'
import { ShippingAddress } from '../address/api.ts'
import { Cart } from '../cart/answers.ts'
import { Order } from '../order/answers.ts'
import { id, listOf, moment } from '../values/answer-values.ts'
import { User } from '../values/user.ts'

/** Answer of POST and PUT in /api/admin/users. Some clients read the fields in `user` (decisions P20). */
export const SavedUser = User.extend({ user: User })

/** The answer to a login, a registration or a change of the password. */
export const Session = z.object({ user: User, token: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/) })

export const OpenSession = z.object({
  _id: id,
  begunAt: moment,
  current: z.boolean().describe('Whether the caller uses this session now'),
})

/** Answer of GET /api/users/me/export. */
export const OwnData = z.object({
  exportedAt: moment,
  account: User.extend({ registeredAt: moment }),
  addresses: listOf(ShippingAddress),
  orders: listOf(Order).describe('The orders, newest first'),
  isAll: z.boolean().describe('False if only the newest orders or messages are included'),
  cart: Cart,
  mailedQuestions: listOf(z.string())
    .exactOptional()
    .describe('The saved questions that are mailed to this analyst each Monday'),
  correspondence: z
    .object({
      newsletter: z
        .object({ status: z.enum(['asked for', 'confirmed']), since: moment })
        .exactOptional()
        .describe('Absent without a newsletter subscription'),
      messages: listOf(z.object({ sentAt: moment, name: z.string(), text: z.string() })).describe(
        'The messages from the contact page, newest first',
      ),
    })
    .exactOptional()
    .describe(
      'Newsletter and messages of this email address; absent until the customer confirms the address by a mailed link',
    ),
})
