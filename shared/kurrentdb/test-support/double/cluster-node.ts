import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { grpcError, noFaults } from './faults.ts'
import { openFront } from './front.ts'
import type { Member } from './gossip.ts'
import type { Log } from './log.ts'
import { serve } from './serve.ts'
import { createSubscriptions } from './subscriptions.ts'

const FINISHES_WITHIN_MS = 50

export type ClusterNode = Awaited<ReturnType<typeof startNode>>

/** One node of a cluster: its server process, and its connections, whose port survives the process. */
export async function startNode(log: Log, members: () => readonly Member[]) {
  const id = crypto.randomUUID()
  const faults = noFaults()
  const subscriptions = createSubscriptions(log, faults)
  let state: 'running' | 'hung' | 'down' = 'down'
  let server: Awaited<ReturnType<typeof serve>>
  let front: Awaited<ReturnType<typeof openFront>>
  let port = 0

  async function start() {
    server = await serve({ log, faults, subscriptions, members })
    front = await openFront(port, server.port)
    port = front.port
    state = 'running'
  }

  /** As by SIGKILL: its connections are reset. */
  function kill() {
    if (state === 'down') return
    state = 'down'
    front.close()
    server.close()
  }
  const dropSubscriptions = () => subscriptions.drop(grpcError(status.UNAVAILABLE, 'The server is shutting down'))
  await start()

  return {
    id,
    port,
    faults,
    dropSubscriptions,
    isRunning: () => state === 'running',
    /** The number of connections that it has accepted, even while it hangs. */
    accepted: () => front.accepted(),
    start,
    kill,

    /** As by SIGTERM: it ends its subscriptions, waits briefly for running calls, and ends. */
    async stop() {
      faults.refusing = true
      dropSubscriptions()
      await Promise.race([server.finish(), sleep(FINISHES_WITHIN_MS)])
      kill()
    },

    /** As by SIGSTOP, or by a network that swallows everything. */
    hang() {
      state = 'hung'
      front.hang()
    },
    resume() {
      state = 'running'
      front.resume()
    },

    /** How it answers from now on: as the leader, as a follower of the node at this port, or as a node without a leader. */
    become(role: 'leader' | 'leaderless' | Readonly<{ follows: number }>) {
      faults.refusing = role === 'leaderless'
      faults.leaderPort = typeof role === 'object' ? role.follows : undefined
    },
  }
}
