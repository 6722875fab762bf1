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

/** A restarted node has the same port. */
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

  /** Acts like SIGKILL: the connections are reset. */
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
    accepted: () => front.accepted(),
    start,
    kill,

    /** Acts like SIGTERM. */
    async stop() {
      faults.refusing = true
      dropSubscriptions()
      await Promise.race([server.finish(), sleep(FINISHES_WITHIN_MS)])
      kill()
    },

    /** Acts like SIGSTOP, or like a network that loses every packet. */
    hang() {
      state = 'hung'
      front.hang()
    },
    resume() {
      state = 'running'
      front.resume()
    },

    become(role: 'leader' | 'leaderless' | Readonly<{ follows: number }>) {
      faults.refusing = role === 'leaderless'
      faults.leaderPort = typeof role === 'object' ? role.follows : undefined
    },
  }
}
