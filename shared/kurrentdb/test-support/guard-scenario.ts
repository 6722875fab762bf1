import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonEvent } from '@eventstore/db-client'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { type Channel, connect } from '../src/client.ts'
import { openKurrentEventStore } from '../src/kurrentdb-event-store.ts'
import { startEventStoreCluster } from './eventstore-cluster.ts'

/**
 * This file runs as a separate process, because an unhandled rejection may end the process. The argument names a scenario that causes a
 * rejection.
 */
const SEARCH_MS = 500
const cluster = await startEventStoreCluster()
const { client } = connect(`${cluster.url}&maxDiscoverAttempts=1&discoveryInterval=${SEARCH_MS}`)
const append = () => client.appendToStream('s', jsonEvent({ type: 'A', data: {} }), { requiresLeader: true })
const fails = (call: Promise<unknown>) =>
  call.then(
    () => process.exit(2),
    () => {},
  )

async function subscribed() {
  const subscription = client.subscribeToAll({ requiresLeader: true })
  const ended = new Promise((resolve) => subscription.on('error', resolve))
  await once(subscription, 'confirmation')
  return { ended }
}

/**
 * The client leaves its connection and searches for a leader that does not exist. Meanwhile a running call on the old connection fails.
 * That call then waits for the end of the search, but the search fails too.
 */
async function searchInVain(leave: () => Promise<unknown>, failUnderWay: () => unknown) {
  for (const node of cluster.followers()) node.kill()
  cluster.elect()
  await leave()
  const searching = fails(append())
  await sleep(SEARCH_MS / 10)
  await failUnderWay()
  await searching
}

const scenarios: Record<string, () => Promise<unknown>> = {
  async 'an append fails'() {
    await append()
    const { faults, dropSubscriptions } = cluster.leader()
    const { ended } = await subscribed()
    faults.hung = true
    const underWay = fails(append())
    await sleep(SEARCH_MS / 10)
    const leave = () => {
      dropSubscriptions()
      return ended
    }
    await searchInVain(leave, () => {
      faults.hung = false
    })
    await underWay
  },

  async 'a subscription fails'() {
    await append()
    const leader = cluster.leader()
    const { ended } = await subscribed()
    await searchInVain(() => fails(append()), leader.stop)
    await ended
  },

  async 'a connection is closed while an append begins'() {
    await append()
    const open = await (client as unknown as { getChannel: () => Promise<Channel> }).getChannel()
    const begun = fails(append())
    open.close()
    await begun
  },

  async 'our own code forgets one'() {
    const store = openKurrentEventStore(cluster.url, { tries: 1 })
    cluster.close()
    void store.append(newStream(), -1, newEvents(1))
    await sleep(60_000)
  },
}

await scenarios[process.argv[2] ?? '']!()
await sleep(SEARCH_MS / 10)
process.stdout.write('outlived it')
process.exit()
