import * as z from 'zod'
import { Seen } from './analysis-answers.ts'
import { count, dollars, id, listOf, moment, picture, word } from './answer-values.ts'
import { OrderItem } from './checkout-answers.ts'
import { ChosenReason } from './chosen-reason.ts'
import { Refund, Return } from './order-answers.ts'
import { OrderStatus } from './order-status.ts'

const pseudonym = z.string().describe('A pseudonym')

/** An order as analysts see it: without address, tracking number and reasons. */
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
  items: listOf(OrderItem.extend({ paid: dollars.describe('What was paid for all its pieces') })),
  refunds: listOf(Refund.omit({ reason: true, code: true })),
  returns: listOf(Return.omit({ reason: true })),
})

const CartThing = z.object({
  kind: z.literal('cart'),
  _id: pseudonym.describe('Of its owner: an account or a guest'),
  items: listOf(
    z.object({
      productId: id,
      name: z.string(),
      image: picture,
      size: word,
      color: word,
      quantity: count,
      price: dollars.describe('At which it was put there'),
    }),
  ),
  total: dollars,
  checkout: id.exactOptional().describe("Its owner's open checkout"),
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
  sold: count.describe('Pieces in orders'),
  deleted: z.boolean(),
})

const StockThing = z.object({
  kind: z.literal('stock'),
  _id: id.describe("The product's"),
  available: z.int(),
  lines: listOf(z.object({ size: word, color: word, onHand: z.int(), reserved: z.int() })).describe(
    'The line without size and colour is of pieces that are counted by none',
  ),
})

const PriceThing = z.object({
  kind: z.literal('price'),
  _id: id.describe("The product's"),
  name: z.string(),
  price: dollars,
  deleted: z.boolean().describe('Whether the product was: then nobody could buy it at this price'),
  changes: listOf(z.object({ event: count, at: moment, price: dollars })).describe(
    'Each price that it has had, oldest first',
  ),
})

const Thing = z.discriminatedUnion('kind', [OrderThing, CartThing, ProductThing, StockThing, PriceThing])

/** Answer of GET /api/analysis/things/{kind}/{id}. */
export const ThingAsOf = z.object({ asOf: Seen, thing: Thing })
/** Answer of GET /api/analysis/things/{kind}. */
export const ThingsAsOf = z.object({
  asOf: Seen,
  things: listOf(Thing),
  next: z.string().exactOptional().describe('The `cursor` of the next page'),
})
