import { setTimeout as sleep } from 'node:timers/promises'
import { Metadata, status } from '@grpc/grpc-js'

export type Faults = {
  /** Every answer to an append is delayed by this time. */
  delayMs: number
  /** The server reacts to nothing except gossip, like a process that hangs. */
  hung: boolean
  /** The server refuses every call except gossip, like a server that is not ready. */
  refusing: boolean
  /** This many of the next appends are committed, but not answered. */
  lostReplies: number
  /** This many of the next events are delivered to subscribers twice. */
  doubledDeliveries: number
  withoutPositions: boolean
  /** The server refuses a call that requires the leader, as a follower does, and names this port as the leader's port. */
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

export async function admit(faults: Faults, call?: Readonly<{ metadata: Metadata }>) {
  while (faults.hung) await sleep(5)
  if (faults.refusing) throw grpcError(status.UNAVAILABLE, 'Server Is Not Ready')
  const requiresLeader = call?.metadata.get('requires-leader')[0] === 'true'
  if (requiresLeader && faults.leaderPort !== undefined) throw notLeader(faults.leaderPort)
}

/** Resolves with false at once if the answer is lost. Otherwise resolves with true after the delay. */
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
