import { setTimeout as sleep } from 'node:timers/promises'
import { Metadata, status } from '@grpc/grpc-js'

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
  /** Calls that require a leader are refused as by a follower node, which names the leader's port. */
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
export async function admit(faults: Faults, call?: Readonly<{ metadata: Metadata }>) {
  while (faults.hung) await sleep(5)
  if (faults.refusing) throw grpcError(status.UNAVAILABLE, 'Server Is Not Ready')
  const requiresLeader = call?.metadata.get('requires-leader')[0] === 'true'
  if (requiresLeader && faults.leaderPort !== undefined) throw notLeader(faults.leaderPort)
}

/** Resolves after the delay, with whether to send the answer. */
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

export function withMetadata(error: Error, entries: Readonly<Record<string, string>>) {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(entries)) metadata.set(key, value)
  return Object.assign(error, { metadata })
}

const notLeader = (leaderPort: number) =>
  withMetadata(grpcError(status.NOT_FOUND, 'Leader info available'), {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  })
