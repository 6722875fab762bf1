import { startEventStoreDouble } from '../../test-support/eventstore-double.ts'
import { eventStoreContract } from './contract.ts'
import { openKurrentEventStore } from './kurrentdb.ts'

eventStoreContract('KurrentDB', async () => {
  const server = await startEventStoreDouble()
  return { open: () => openKurrentEventStore(server.url), remove: async () => server.close() }
})
