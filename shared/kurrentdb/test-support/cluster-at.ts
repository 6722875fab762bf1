import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { credentials, Metadata } from '@grpc/grpc-js'
import { nodesOf } from '../src/log-address.ts'

/** `kill` acts like SIGKILL, `stop` like SIGTERM, `hang` like SIGSTOP. `repair` starts or resumes the node. */
export type Treatment = 'kill' | 'stop' | 'hang' | 'repair'
export type ClusterUnderTest = ReturnType<typeof clusterAt>

const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
const ASKED_FOR_MS = 1_000
const ASK_AGAIN_MS = 100

/** `treat` applies a treatment to a node (`host:port`). */
export function clusterAt(url: string, treat: (treatment: Treatment, node: string) => Promise<unknown>) {
  const away = new Set<string>()
  const here = () => nodesOf(url).filter((node) => !away.has(node))

  async function membersBy(node: string) {
    const client = new GossipClient(node, credentialsOf(url))
    try {
      const read = Promise.withResolvers<ClusterInfo>()
      const deadline = Date.now() + ASKED_FOR_MS
      client.read(new shared.Empty(), new Metadata(), { deadline }, (error, info) =>
        error ? read.reject(error) : read.resolve(info),
      )
      return (await read.promise).getMembersList().map((member) => ({
        node: `${member.getHttpEndPoint()?.getAddress()}:${member.getHttpEndPoint()?.getPort()}`,
        state: member.getState(),
        isHere: member.getIsAlive(),
      }))
    } catch {
      return []
    } finally {
      client.close()
    }
  }

  /**
   * Whether all present nodes agree on the expected state: a leader if two or three nodes are present, no leader if one node is present.
   */
  async function isSettled() {
    const views = await Promise.all(here().map(membersBy))
    return views.every((view) => {
      const leaders = view.filter(({ state, isHere }) => isHere && state === LEADER)
      if (here().length < 2) return view.length > 0 && leaders.length === 0
      const working = view.filter(({ state, isHere }) => isHere && (state === LEADER || state === FOLLOWER))
      return leaders.length === 1 && here().every((node) => working.some((one) => one.node === node))
    })
  }

  return {
    url,
    /** The leader comes first. */
    async nodes() {
      const members = await membersBy(here()[0]!)
      const leader = members.find(({ state, isHere }) => isHere && state === LEADER)?.node
      return nodesOf(url).toSorted((a, b) => Number(b === leader) - Number(a === leader))
    },
    async fail(node: string, how: Exclude<Treatment, 'repair'>) {
      away.add(node)
      await treat(how, node)
    },
    async repair(node: string) {
      await treat('repair', node)
      away.delete(node)
    },
    /** Resolves when the present nodes agree on the expected state. */
    async settle() {
      while (!(await isSettled())) await sleep(ASK_AGAIN_MS)
    },
  }
}

function credentialsOf(url: string) {
  if (/tls=false/i.test(url)) return credentials.createInsecure()
  const authority = /tlsCAFile=([^&]+)/i.exec(url)?.[1]
  return credentials.createSsl(authority === undefined ? null : readFileSync(decodeURIComponent(authority)))
}
