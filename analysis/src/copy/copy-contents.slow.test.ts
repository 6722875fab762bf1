import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Position, Recorded } from '@shop/language/events/event'
import { expect, test } from 'vitest'
import { newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { createEventCopier } from '../pseudonyms/copied-event.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { openContents, type Row } from './copy-contents.ts'
import { segmentFolder, tailFile } from './copy-files.ts'

const SEGMENT = 10

test('a tail that becomes a segment while the next tail is opened is no longer read as a tail', async () => {
  const { folder, remove } = newFolder()
  const database = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await database.connect()
  const identity = { log: 'l', tables: 't', segment: SEGMENT }
  const contents = await openContents(folder, identity, connection, { onFailure: () => {}, onDamage: async () => {} })
  contents.caughtUp()
  const rows = await someRows(SEGMENT + 1)
  // Opening a pipe for writing waits until another process opens the pipe for reading.
  const next = tailFile(folder, SEGMENT + 1)
  execFileSync('mkfifo', [next])
  const added = contents.add(rows)
  await expect.poll(() => existsSync(segmentFolder(folder, 1, SEGMENT))).toBe(true)
  await contents.settled()
  await using reader = await open(next, 'r')
  await added
  using view = contents.view()
  expect(view.segments.map(({ last }) => last)).toEqual([SEGMENT])
  expect(view.tails).toEqual([next])
  // Fails, because a pipe cannot be synced.
  await contents.close().catch(() => {})
  connection.closeSync()
  remove()
  expect(reader.fd).toBeGreaterThan(0)
})

async function someRows(count: number): Promise<Row[]> {
  const copied = createEventCopier(createPseudonyms(Buffer.alloc(32)))
  return (await someEvents(count, 1)).map((event, index) => {
    const stored = { ...event, stream: 'order-1', version: index, position: String(index) as Position } as Recorded
    const { type, position, metadata } = stored
    const line = `${JSON.stringify(copied(stored, index + 1))}\n`
    return { line, type, digest: Buffer.alloc(32, index).toString('hex'), recordedAt: metadata.recordedAt, position }
  })
}
