import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eventStoreContract } from '@shop/stores/event-store/contract/event-store-contract'
import { openKurrentEventStore } from '../src/kurrentdb-event-store.ts'
import { clusterAt } from './cluster-at.ts'
import { clusterSuite } from './cluster-suite.ts'

/** The program CLUSTER_PROGRAM gets a treatment and a node of the cluster as its arguments (docs/testing.md). */
const { EVENT_STORE_URL: url = '', CLUSTER_PROGRAM: program } = process.env

eventStoreContract('The server at EVENT_STORE_URL', async () => ({
  open: () => openKurrentEventStore(url),
  remove: async () => {},
}))

if (program)
  clusterSuite('The cluster at EVENT_STORE_URL', async () => ({
    ...clusterAt(url, (treatment, node) => promisify(execFile)(program, [treatment, node])),
    close() {},
  }))
