import { accountStream } from '@shop/language/account/events'
import type { Thing } from '@shop/language/analysis/things'
import type { CartDocument } from '@shop/language/cart/document'
import { cartStream } from '@shop/language/cart/events'
import type { Document } from '@shop/language/collection'
import type { OrderDocument } from '@shop/language/order/document'
import { orderStream } from '@shop/language/order/events'
import type { Projection } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { orderProjection } from '@shop/projections/read-models/order-projection'
import { literal } from '../tables/literal.ts'
import { cartThing, orderThing } from './thing-views.ts'

/** Each thing of a kind is folded from its own stream. */
export type Kind<D extends Document> = Readonly<{
  projection: Projection<D>
  streamOf: (id: string) => string
  /** A type of event in another stream that also changes the thing. */
  alsoChangedBy?: Readonly<{ type: string; streamOf: (id: string) => string }>
  thingOf: (document: D) => Thing
  /**
   * How lists find and sort things:
   * - `where` and `types` select events.
   * - `by`: lists are sorted by the first or by the last selected event of each stream, newest first.
   * - `endedBy`: lists leave out a stream whose last selected event has one of these types.
   */
  listed: Readonly<{ types?: readonly string[]; where: string; by: 'first' | 'last'; endedBy?: readonly string[] }>
  /** Whether lists leave the thing out. */
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

/** The cart does not show held pieces, because the events about holds are in the streams of stock. */
export const cartKind: Kind<CartDocument> = {
  projection: cartProjection,
  streamOf: cartStream,
  alsoChangedBy: { type: 'AccountErased', streamOf: accountStream },
  thingOf: cartThing,
  listed: {
    where: `kind = ${literal(cartStream('').slice(0, -1))}`,
    by: 'last',
    endedBy: ['GuestCartHandedOver', 'GuestCartClosed', 'GuestCartExpired'],
  },
  isNothing: ({ items }) => items.length === 0,
}
