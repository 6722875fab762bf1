import * as z from 'zod'
import { OrderItem } from '../checkout/answers.ts'
import { Refund, Return } from '../order/answers.ts'
import { ChosenReason } from '../order/chosen-reason.ts'
import { OrderStatus } from '../order/status.ts'
import { count, dollars, id, listOf, moment, picture, word } from '../values/answer-values.ts'
import { CopiedEvent, Seen } from './answers.ts'
import { Change } from './event-answers.ts'

const pseudonym = z.string().describe('A pseudonym')

/** The address, the tracking number and reasons in free text are left out. */
const OrderThing = z.object({
  kind: z.literal('order'),
  _id: id,
  customer: pseudonym,
  placedAt: moment,
  paidAt: moment,
  deliveredAt: moment.exactOptional(),
  country: z.string(),
  paymentMethod: z.string(),
  status: OrderStatus,
  cancelReason: ChosenReason.exactOptional(),
  total: dollars,
  refunded: dollars,
  refundDue: z.boolean(),
  returnDue: z.boolean(),
  items: listOf(OrderItem.extend({ paid: dollars.describe('What was paid for all pieces of the line') })),
  refunds: listOf(Refund.omit({ reason: true, code: true })),
  returns: listOf(Return.omit({ reason: true })),
})

const CartThing = z.object({
  kind: z.literal('cart'),
  _id: pseudonym.describe('The pseudonym of the owner, who is a customer or a guest'),
  items: listOf(
    z.object({
      productId: id,
      name: z.string(),
      image: picture,
      size: word,
      color: word,
      quantity: count,
      price: dollars.describe('The price when the item was put into the cart'),
    }),
  ),
  total: dollars,
  checkout: id.exactOptional().describe("The owner's open checkout"),
})

const ProductThing = z.object({
  kind: z.literal('product'),
  _id: id,
  name: z.string(),
  sku: word.exactOptional(),
  price: dollars,
  category: z.string(),
  brand: z.string(),
  material: z.string(),
  gender: z.string(),
  collection: z.string(),
  sizes: listOf(word),
  colors: listOf(word),
  image: picture,
  listedAt: moment,
  sold: count.describe('The pieces of all orders that are not deleted, including cancelled orders'),
  deleted: z.boolean(),
})

const StockThing = z.object({
  kind: z.literal('stock'),
  _id: id.describe("The product's id"),
  name: z.string().exactOptional().describe("The product's name at that time"),
  available: z.int(),
  lines: listOf(z.object({ size: word, color: word, onHand: z.int(), reserved: z.int() })).describe(
    'Pieces that are not counted by size and color are in one line without size and color',
  ),
})

const PriceThing = z.object({
  kind: z.literal('price'),
  _id: id.describe("The product's id"),
  name: z.string(),
  price: dollars,
  deleted: z.boolean().describe('Whether the product was deleted; a deleted product cannot be bought'),
  changes: listOf(z.object({ event: count, at: moment, price: dollars })).describe(
    'All prices of the product, oldest first',
  ),
})

const Thing = z.discriminatedUnion('kind', [OrderThing, CartThing, ProductThing, StockThing, PriceThing])

export const ThingAsOf = z.object({ asOf: Seen, thing: Thing })
export const ThingsAsOf = z.object({
  asOf: Seen,
  things: listOf(Thing),
  next: z.string().exactOptional().describe('The `cursor` for the next page'),
})

const AtMoment = z.object({ asOf: Seen, thing: z.nullable(Thing).describe('Null if the thing did not exist') })

/** `from` is the earlier of the two moments. */
export const ThingAtTwoMoments = z.object({
  from: AtMoment,
  to: AtMoment,
  fields: listOf(Change).describe('All fields of the thing at both moments, also fields that are the same'),
  events: listOf(CopiedEvent.extend({ changes: listOf(Change) })).describe(
    'The events that changed the thing between the two moments, oldest first',
  ),
  more: z.boolean().describe('Whether there are later events that this answer leaves out'),
})
