import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'

/** Faults of the double, which can be changed at any moment. */
export type Faults = {
  /** The delay of every answer. */
  delayMs: number
  /** Reacts to nothing, like a stopped process. */
  hung: boolean
  /** Refuses every call, like a server that is not ready. */
  refusing: boolean
  /** The number of appends that are committed and never answered. */
  lostReplies: number
  /** The number of events that are delivered to subscribers twice. */
  doubledDeliveries: number
  /** Appends are answered without a position. */
  withoutPositions: boolean
  /** Appends are refused as by a follower node, which names the leader's port. */
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

/** Resolves when the faults allow a call. Throws the refusal. */
export async function admit(faults: Faults) {
  while (faults.hung) await sleep(5)
  if (faults.refusing) throw grpcError(status.UNAVAILABLE, 'Server Is Not Ready')
}

/** Resolves after the delay: whether the answer is to be sent. */
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
