import type { Thing } from '@shop/language/api/things'
import { accountStream } from '@shop/language/events/account-events'
import { cartStream } from '@shop/language/events/cart-events'
import { orderStream } from '@shop/language/events/order-events'
import type { CartDocument } from '@shop/language/read-models/carts'
import type { Document } from '@shop/language/read-models/collection'
import type { OrderDocument } from '@shop/language/read-models/orders'
import type { Projection } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { orderProjection } from '@shop/projections/read-models/order-projection'
import { literal } from '../tables/literal.ts'
import { cartThing, orderThing } from './thing-views.ts'

/** Things of which each is folded from its own streams. */
export type Kind<D extends Document> = Readonly<{
  projection: Projection<D>
  streamOf: (id: string) => string
  /** What other streams say of it, by one type of event. */
  besides?: Readonly<{ type: string; streamOf: (id: string) => string }>
  thingOf: (document: D) => Thing
  /** In a list, by events of its stream: the newest first, by its first or last of them; not where the last is of `endedBy`. */
  listed: Readonly<{ types?: readonly string[]; where: string; by: 'first' | 'last'; endedBy?: readonly string[] }>
  /** Whether a list leaves it out. */
  isNothing: (document: D) => boolean
}>

const wasPlaced = ['OrderPlaced', 'OrderRestored']

export const orderKind: Kind<OrderDocument> = {
  projection: orderProjection,
  streamOf: orderStream,
  thingOf: orderThing,
  listed: { types: wasPlaced, where: `type IN (${wasPlaced.map(literal).join(', ')})`, by: 'first' },
  isNothing: () => false,
}

/** Which pieces a checkout holds of it is said by streams of stock, and not shown. */
export const cartKind: Kind<CartDocument> = {
  projection: cartProjection,
  streamOf: cartStream,
  besides: { type: 'AccountErased', streamOf: accountStream },
  thingOf: cartThing,
  listed: {
    where: `kind = ${literal(cartStream('').slice(0, -1))}`,
    by: 'last',
    endedBy: ['GuestCartHandedOver', 'GuestCartClosed', 'GuestCartExpired'],
  },
  isNothing: ({ items }) => items.length === 0,
}
