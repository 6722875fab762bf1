import { eventStoreContract } from '@shop/stores/event-store/contract/event-store-contract'
import { startEventStoreDouble } from '../test-support/eventstore-double.ts'
import { openKurrentEventStore } from './kurrentdb-event-store.ts'

eventStoreContract('KurrentDB', async () => {
  const server = await startEventStoreDouble()
  return { open: () => openKurrentEventStore(server.url), remove: async () => server.close() }
})
