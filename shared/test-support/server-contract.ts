import { eventStoreContract } from '../src/event-store/contract.ts'
import { openKurrentEventStore } from '../src/event-store/kurrentdb.ts'

eventStoreContract('The server at EVENT_STORE_URL', async () => ({
  open: () => openKurrentEventStore(process.env.EVENT_STORE_URL ?? ''),
  remove: async () => {},
}))
