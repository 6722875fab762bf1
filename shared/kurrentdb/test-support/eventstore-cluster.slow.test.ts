import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStoreCluster, startEventStoreCluster } from './eventstore-cluster.ts'

/** This behavior was measured on three nodes of EventStoreDB 23.10.8, or read in its source (RpcExceptions.cs, Gossip.Read.cs). */
let cluster: EventStoreCluster
let clients: EventStoreDBClient[]
beforeEach(async () => {
  cluster = await startEventStoreCluster()
  clients = []
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.dispose()))
  cluster.close()
})

function clientOf(url: string) {
  const client = EventStoreDBClient.connectionString(url)
  // The client makes one call for each append, as in the adapter.
  Object.assign(client, { supports: async () => false })
  clients.push(client)
  return client
}
const at = ({ port }: { port: number }) => clientOf(`esdb://127.0.0.1:${port}?tls=false`)
const anywhere = () => clientOf(`${cluster.url}&maxDiscoverAttempts=1`)
const event = () => jsonEvent({ type: 'A', data: {} })
const append = (client: EventStoreDBClient, stream = 's', more = {}) =>
  client.appendToStream(stream, event(), { expectedRevision: NO_STREAM, deadline: 60_000, ...more })
const requiresLeader = { requiresLeader: true }
const streams = () => new Set(cluster.log.events.map(({ stream }) => stream).filter((name) => !name.startsWith('$')))

/** An append that gets no answer before the test ends. */
const appendAlone = (node: { port: number }) => append(at(node)).catch(() => {})

function loseQuorum() {
  const lost = cluster.followers()
  for (const node of lost) node.kill()
  return lost
}

test('gossip names the leader, and the client connects to it', async () => {
  const accepted = cluster.nodes.map((node) => node.accepted())
  await append(anywhere(), 's', requiresLeader)
  expect(accepted.every((count) => count === 0)).toBe(true)
  expect(cluster.leader().accepted()).toBeGreaterThan(0)
})

test('a follower names the leader for calls that require the leader, and answers other calls itself', async () => {
  const [follower] = cluster.followers()
  const notLeader = { type: 'not-leader', leader: { address: '127.0.0.1', port: cluster.leader().port } }
  await expect(append(at(follower!), 's', requiresLeader)).rejects.toMatchObject(notLeader)
  await expect(Array.fromAsync(at(follower!).readAll(requiresLeader))).rejects.toMatchObject(notLeader)
  expect(await append(at(follower!))).toMatchObject({ success: true })
  expect(await Array.fromAsync(at(follower!).readStream('s'))).toHaveLength(1)
})

test('without a leader every call is refused, and gossip shows no leader', async () => {
  const last = cluster.leader()
  loseQuorum()
  cluster.elect()
  await expect(append(at(last))).rejects.toMatchObject({ code: 14, type: 'unavailable' })
  await expect(append(anywhere())).rejects.toThrow('Failed to discover')
})

test('until the other nodes elect a leader, gossip names the dead leader', async () => {
  const dead = cluster.leader()
  dead.kill()
  await expect(append(anywhere(), 's', requiresLeader)).rejects.toMatchObject({ code: 14 })
  cluster.elect()
  expect(await append(anywhere(), 's', requiresLeader)).toMatchObject({ success: true })
  expect(cluster.leader()).not.toBe(dead)
})

test('an append that only the leader has is neither answered nor readable, and gets into the log if this leader is elected again', async () => {
  const lost = loseQuorum()
  let answers = 0
  void appendAlone(cluster.leader()).then(() => (answers += 1))
  await expect.poll(cluster.unreplicated).toBe(1)
  expect(streams()).toEqual(new Set())
  await cluster.start(lost[0]!)
  await expect.poll(streams).toEqual(new Set(['s']))
  expect(answers).toBe(0)
})

test('an append that only the leader has is lost if another leader is elected; the old leader then ends itself to truncate its log', async () => {
  const deposed = cluster.leader()
  const lost = loseQuorum()
  void appendAlone(deposed)
  await expect.poll(cluster.unreplicated).toBe(1)
  deposed.hang()
  for (const node of lost) await cluster.start(node)
  expect(cluster.leader()).not.toBe(deposed)
  cluster.resume(deposed)
  expect(cluster.truncations()).toBe(1)
  expect(deposed.isRunning()).toBe(false)
  await cluster.start(deposed)
  await append(anywhere(), 'other', requiresLeader)
  expect(streams()).toEqual(new Set(['other']))
})

test('a hanging node accepts connections, answers nothing, and later continues where it was', async () => {
  const hung = cluster.leader()
  const client = at(hung)
  await append(client, 'before')
  hung.hang()
  const socket = connectTcp(hung.port, '127.0.0.1')
  await once(socket, 'connect')
  let bytes = 0
  socket.on('data', ({ length }) => (bytes += length)).write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  await expect(append(client, 'during', { deadline: 200 })).rejects.toMatchObject({ code: 4 })
  expect(bytes).toBe(0)
  cluster.resume(hung)
  await once(socket, 'data')
  expect(await append(client, 'after')).toMatchObject({ success: true })
  socket.destroy()
})
