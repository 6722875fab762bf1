import type { ProcessManager } from '../process-manager.ts'
import { finishErasure, finishMerge, finishRename, followSignals } from './finish-requests.ts'
import { followRefunds } from './follow-refunds.ts'
import { placeOrder } from './place-order.ts'
import { reserveStock } from './reserve-stock.ts'
import { returnStock } from './return-stock.ts'
import { sendMails } from './send-mails.ts'

/** TABLE: every process manager. */
export const processes: readonly ProcessManager[] = [
  reserveStock,
  placeOrder,
  returnStock,
  followRefunds,
  finishMerge,
  finishErasure,
  finishRename,
  followSignals,
  sendMails,
]
