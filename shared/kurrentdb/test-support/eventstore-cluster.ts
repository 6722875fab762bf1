import { type ClusterNode, startNode } from './double/cluster-node.ts'
import type { Member } from './double/gossip.ts'
import { createLog, type Log } from './double/log.ts'
import type { Expected, Proposed } from './double/streams.ts'

const SIZE = 3
type Write = readonly [stream: string, expected: Expected, proposed: readonly Proposed[]]

export type EventStoreCluster = Awaited<ReturnType<typeof startEventStoreCluster>>

/**
 * A cluster of three doubles. If a node fails, the other nodes react only when the test calls `elect`. Until then gossip shows the state of
 * the last election, and may name a leader that is dead or hangs.
 *
 * An append is in the log when two running nodes have it. An append that only the leader has is neither answered nor readable. This append
 * gets into the log if the same leader is elected again, and is lost if another leader is elected.
 */
export async function startEventStoreCluster() {
  const log = createLog()
  const nodes: ClusterNode[] = []
  const deposed = new Set<ClusterNode>()
  const unreplicated: Write[] = []
  let members: readonly Member[] = []
  let leader: ClusterNode | undefined
  let lastLeader: ClusterNode | undefined
  let truncations = 0

  const running = () => nodes.filter((node) => node.isRunning())
  const hasQuorum = () => running().length > SIZE / 2

  /** Whether a write to this node is replicated. */
  function isKept(by: ClusterNode, write: Write) {
    if (by.isRunning() && leader?.isRunning() && hasQuorum()) return true
    if (by === leader) unreplicated.push(write)
    return false
  }

  function elect() {
    leader = hasQuorum() ? (running().find((node) => node === lastLeader) ?? running()[0]) : undefined
    if (leader && leader !== lastLeader) {
      if (lastLeader) deposed.add(lastLeader)
      unreplicated.length = 0
    }
    lastLeader = leader ?? lastLeader
    if (leader) for (const write of unreplicated.splice(0)) void log.append(...write)
    for (const node of nodes) node.become(node === leader ? 'leader' : leader ? { follows: leader.port } : 'leaderless')
    members = nodes.map((node) => {
      const state = node === leader ? 'leader' : leader && node.isRunning() ? 'follower' : 'unknown'
      return { id: node.id, port: node.port, state, isAlive: node.isRunning() }
    })
  }

  async function join() {
    let node: ClusterNode
    const ofNode: Log = {
      ...log,
      append: (stream, expected, proposed) =>
        log.append(stream, expected, proposed, () => isKept(node, [stream, expected, proposed])),
    }
    node = await startNode(ofNode, () => members)
    nodes.push(node)
  }
  for (let n = 0; n < SIZE; n += 1) await join()
  elect()

  return {
    log,
    nodes,
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}?tls=false`,
    leader: () => leader!,
    followers: () => nodes.filter((node) => node !== leader),
    elect,

    /** Resumes a node that hangs. A former leader ends itself if there is another leader now, because its log must be truncated. */
    resume(node: ClusterNode) {
      node.resume()
      if (!deposed.delete(node)) return
      truncations += 1
      node.kill()
    },
    async start(node: ClusterNode) {
      await node.start()
      deposed.delete(node)
      elect()
    },

    truncations: () => truncations,
    unreplicated: () => unreplicated.length,
    close() {
      for (const node of nodes) node.kill()
      log.close()
    },
  }
}
