import type { ProcessManager } from '../process-manager.ts'
import { closeGuestCart } from './close-guest-cart.ts'
import { finishErasure } from './finish-erasure.ts'
import { placeOrder } from './place-order.ts'
import { reserveStock } from './reserve-stock.ts'
import { returnStock } from './return-stock.ts'

/** TABLE: every process manager. */
export const processes: readonly ProcessManager[] = [
  reserveStock,
  placeOrder,
  returnStock,
  closeGuestCart,
  finishErasure,
]
