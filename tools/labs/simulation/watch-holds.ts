import type { ShopEvent } from '@shop/language/all-events'
import { sumOf } from '@shop/language/values/sum-of'
import type { World } from '../../../command-service/src/test-support/create-world.ts'

/** When an order takes pieces from stock again, the hold that the event names must have exactly these pieces. */
export function watchHolds(world: World, onWrong: (what: string) => void) {
  const held = new Map<string, number>()
  world.watch((stored) => {
    const { type, data } = stored as unknown as ShopEvent
    if (type === 'StockReserved') {
      const key = `${data.checkoutId} ${data.productId}`
      held.set(key, (held.get(key) ?? 0) + sumOf(data.lines.map(({ quantity }) => quantity)))
    }
    if (type === 'ReservationReleased' || type === 'StockTaken') held.delete(`${data.checkoutId} ${data.productId}`)
    if (type !== 'PiecesReclaimed') return
    for (const productId of new Set(data.pieces.map((one) => one.productId))) {
      const taken = sumOf(data.pieces.map((one) => (one.productId === productId ? one.quantity : 0)))
      const had = held.get(`${data.holdId} ${productId}`) ?? 0
      if (had !== taken)
        onWrong(`${data.orderId} takes ${taken} of ${productId} from hold ${data.holdId}, which has ${had}`)
    }
  })
}
