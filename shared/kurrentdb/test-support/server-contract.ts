import { eventStoreContract } from '@shop/stores/event-store/contract/event-store-contract'
import { openKurrentEventStore } from '../src/kurrentdb-event-store.ts'

eventStoreContract('The server at EVENT_STORE_URL', async () => ({
  open: () => openKurrentEventStore(process.env.EVENT_STORE_URL ?? ''),
  remove: async () => {},
}))
