import { START } from '@shop/language/events/event'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { expect, test } from 'vitest'
import { appendUntilIn } from '../test-support/append-until-in.ts'
import { clusterAt } from '../test-support/cluster-at.ts'
import { clusterSuite } from '../test-support/cluster-suite.ts'
import type { ClusterNode } from '../test-support/double/cluster-node.ts'
import { startEventStoreCluster } from '../test-support/eventstore-cluster.ts'
import { connect } from './client.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'
import { subscribe } from './subscription.ts'

/**
 * By itself, the client leaves a hanging node after 20 s. The long interval turns this off, so that only the adapter's own check is tested.
 */
const startCluster = async () => {
  const cluster = await startEventStoreCluster()
  return { ...cluster, url: `${cluster.url}&keepAliveInterval=1000000` }
}

clusterSuite('the log on a cluster', async () => {
  const cluster = await startCluster()
  const hung = new Set<ClusterNode>()
  const at = clusterAt(cluster.url, async (treatment, name) => {
    const node = cluster.nodes.find(({ port }) => name.endsWith(`:${port}`))!
    if (treatment === 'repair') {
      if (hung.delete(node)) cluster.resume(node)
      if (!node.isRunning()) await cluster.start(node)
    } else {
      const before = node.accepted()
      await node[treatment]()
      if (treatment === 'hang') hung.add(node)
      // If the leader hangs, waits until gossip has sent the client to it. HTTP/2 never starts on that connection. Only then do the other
      // nodes elect a leader.
      if (hung.has(node) && node === cluster.leader()) await expect.poll(node.accepted).toBeGreaterThan(before)
    }
    cluster.elect()
  })
  return { ...at, close: cluster.close }
})

test('once the other nodes have elected a leader, a client leaves the hanging leader and does not query it again', async () => {
  const cluster = await startCluster()
  const store = openKurrentEventStore(cluster.url)
  await appendUntilIn(store, { writers: 1, events: 1 })
  const hung = cluster.leader()
  const before = hung.accepted()
  hung.hang()
  const writing = appendUntilIn(store, { writers: 4, events: 20 })
  await expect.poll(hung.accepted).toBeGreaterThan(before)
  const asked = hung.accepted()
  cluster.elect()
  expect(await writing).toHaveLength(20)
  expect(hung.accepted()).toBe(asked)
  await store.close()
  cluster.close()
})

test('a client of a follower is sent to the leader, because the follower may lack acknowledged events', async () => {
  const cluster = await startCluster()
  const follower = `esdb://127.0.0.1:${cluster.followers()[0]!.port}?tls=false`
  const asks: readonly ((store: EventStore) => Promise<unknown>)[] = [
    (store) => store.append(newStream(), -1, newEvents(1)),
    (store) => store.head(),
    (store) => Array.fromAsync(store.readStream(newStream())),
    (store) => store.id(),
    (store) => store.follow(START, new AbortController().signal)[Symbol.asyncIterator]().next(),
  ]
  for (const ask of asks) {
    const before = cluster.leader().accepted()
    const store = openKurrentEventStore(follower)
    await ask(store)
    await store.close()
    expect(cluster.leader().accepted()).toBeGreaterThan(before)
  }
  const { client, end } = connect(follower)
  const subscription = subscribe(client, START, new AbortController().signal, 2_000)
  await expect(subscription.next()).rejects.toMatchObject({ type: 'not-leader' })
  end()
  cluster.close()
})
