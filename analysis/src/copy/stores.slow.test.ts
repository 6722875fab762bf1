import { openKurrentEventStore } from '@shop/kurrentdb/kurrentdb-event-store'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { appendAll, contentOf, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'

test('a log in a file and the same log on a server have the same events, numbers and digests', async () => {
  const events = await someEvents(60, 1)
  const file = openSqliteEventStore(':memory:')
  const server = await startEventStoreDouble()
  const remote = openKurrentEventStore(server.url)
  const places = [newFolder(), newFolder()] as const
  try {
    for (const store of [file, remote]) await appendAll(store, events)
    const ofFile = await copying(file, places[0].folder, contentOf)
    expect(await copying(remote, places[1].folder, contentOf)).toEqual(ofFile)
    expect(ofFile.event).toBe(60)
  } finally {
    await file.close()
    await remote.close()
    server.close()
    for (const place of places) place.remove()
  }
})
