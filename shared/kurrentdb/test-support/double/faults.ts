import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'

/** What the double can be told to do wrong; set at any moment. */
export type Faults = {
  /** Every answer waits so long. */
  delayMs: number
  /** Takes no notice of anything, as a stopped process would. */
  hung: boolean
  /** Refuses every call, as a server that is not ready. */
  refusing: boolean
  /** So many appends are committed and never answered. */
  lostReplies: number
  /** So many events are delivered to subscribers twice. */
  doubledDeliveries: number
  /** Appends are answered without the position of what they wrote. */
  withoutPositions: boolean
  /** Appends are refused as by a follower, which names the leader's port. */
  leaderPort: number | undefined
}

export const noFaults = (): Faults => ({
  delayMs: 0,
  hung: false,
  refusing: false,
  lostReplies: 0,
  doubledDeliveries: 0,
  withoutPositions: false,
  leaderPort: undefined,
})

/** Lets a call in, when the faults allow it. Throws the refusal. */
export async function admit(faults: Faults) {
  while (faults.hung) await sleep(5)
  if (faults.refusing) throw grpcError(status.UNAVAILABLE, 'Server Is Not Ready')
}

/** Whether an answer is to be sent, once its time has come. */
export async function mayAnswer(faults: Faults): Promise<boolean> {
  if (faults.lostReplies > 0) {
    faults.lostReplies -= 1
    return false
  }
  if (faults.delayMs > 0) await sleep(faults.delayMs)
  while (faults.hung) await sleep(5)
  return true
}

export const grpcError = (code: status, details: string) => Object.assign(new Error(details), { code, details })
