import { cases } from '@shop/language/case/document'
import type { Collection, Document } from '@shop/language/collection'
import { MOST_COUNTED } from '@shop/language/limits'
import { ofDueRefunds } from '@shop/language/order/books'
import { orders } from '@shop/language/order/document'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'

export async function toDoOf(readStore: ReadStore) {
  const count = <D extends Document>(collection: Collection<D>, anyOf: Query<D>['anyOf'] & {}) =>
    readStore.count(collection, { anyOf }, MOST_COUNTED)
  const [toShip, refundDue, returnAwaited, incompleteAddress, openCases] = await Promise.all([
    count(orders, { toShip: [true] }),
    count(orders, ofDueRefunds()),
    count(orders, { returnDue: [true] }),
    count(orders, { incompleteAddress: [true], toShip: [true] }),
    count(cases, { isOpen: [true] }),
  ])
  return { toShip, refundDue, returnAwaited, incompleteAddress, openCases }
}
