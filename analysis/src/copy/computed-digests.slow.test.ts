import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { rangeDigest } from '../questions/copied-range.ts'

const log = newFolder()
const place = newFolder()
afterAll(() => {
  log.remove()
  place.remove()
})

/** Computes the head and the digest of the events as the page "The log" describes it, from the file alone. */
function computed(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db
    .prepare('SELECT e.*, s.name FROM events e JOIN streams s ON s.id = e.stream ORDER BY e.position')
    .all() as Record<string, string>[]
  db.close()
  let head = ''
  let digest = Buffer.alloc(32)
  rows.forEach(({ name, version, id, type, data, metadata }, index) => {
    const number = index + 1
    head = hash(
      'sha256',
      [head, number, version, JSON.stringify([name, id, type]), data, metadata].join('\n'),
      'base64url',
    )
    const { schemaVersion, recordedAt } = JSON.parse(metadata!)
    const [start, moment] = [
      JSON.stringify([number, name, version, id, type, schemaVersion]),
      JSON.stringify(recordedAt),
    ]
    const text = `${start.slice(0, -1)},${moment},${data}]`
    digest = Buffer.from(hash('sha256', Buffer.concat([digest, Buffer.from(text)]), 'hex'), 'hex')
  })
  return { head, digest: digest.toString('hex'), events: rows.length }
}

test('an auditor who has only the file of the log computes the same head and the same digest of the events', async () => {
  const file = join(log.folder, 'events.db')
  const store = openSqliteEventStore(file)
  await appendAll(store, await someEvents(47, 5))
  const head = await store.chainHead()
  await copying(store, place.folder, (copy) => copy.settled())
  await store.close()
  expect(computed(file)).toEqual({ head: head!.hash, digest: rangeDigest(place.folder, 47), events: 47 })
})
