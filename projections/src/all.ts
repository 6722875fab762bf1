import { type AnyProjection, anyProjection } from './projection.ts'
import { cartProjection } from './read-models/cart-projection.ts'
import { dashboardProjection } from './read-models/dashboard-projection.ts'
import { orderProjection } from './read-models/order-projection.ts'
import { productProjection } from './read-models/product-projection.ts'
import { stockProjection } from './read-models/stock-projection.ts'
import { userProjection } from './read-models/user-projection.ts'

/** TABLE: every read model. */
export const projections: readonly AnyProjection[] = [
  anyProjection(productProjection),
  anyProjection(stockProjection),
  anyProjection(cartProjection),
  anyProjection(orderProjection),
  anyProjection(userProjection),
  anyProjection(dashboardProjection),
]

/** The names of those that a command's answer waits for. Sums may come a moment later. */
export const awaited: readonly string[] = projections
  .map(({ into }) => into.name)
  .filter((name) => name !== dashboardProjection.into.name)
