import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { expect, test, vi } from 'vitest'
import { ConfigError, readConfig, UNUSABLE_DATA } from './config.ts'
import { storesIn } from './open-stores.ts'

const eventsAt = (opening: AsyncDisposableStack, url: string) =>
  storesIn(opening, readConfig({ EVENT_STORE_URL: url }).stores).events()

test('a process waits for a server that starts later, and logs this once', async () => {
  const { port, url, close } = await startEventStoreDouble()
  close()
  await using opening = new AsyncDisposableStack()
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const lines = () => said.mock.calls.filter(([line]) => String(line).includes('EVENT_STORE_URL'))
  const opened = eventsAt(opening, url)
  await expect.poll(lines).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(lines()).toHaveLength(1)
  said.mockRestore()
  const server = await startEventStoreDouble({ port })
  expect(await (await opened).id()).toMatch(/^[\w-]{36}$/)
  server.close()
})

test('the log of another shop is refused without waiting', async () => {
  const server = await startEventStoreDouble()
  await server.log.append('order-1', -1, [
    {
      id: crypto.randomUUID(),
      type: 'X',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from(''),
    },
  ])
  await using opening = new AsyncDisposableStack()
  const line = 'EVENT_STORE_URL: the server cannot be opened (its log has events of another application'
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const refused = await eventsAt(opening, server.url).catch((error: unknown) => error)
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toContain(line)
  server.close()
})

test('a changed log ends the process with the exit code for unusable data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-changed-'))
  const file = join(folder, 'events.db')
  const log = openSqliteEventStore(file)
  const metadata = {
    correlationId: 'r',
    causationId: 'c',
    actor: { role: 'system' as const },
    schemaVersion: 1,
    recordedAt: '',
  }
  await log.append('order-1', -1, [{ id: crypto.randomUUID(), type: 'X', data: {}, metadata }])
  await log.close()
  const db = new DatabaseSync(file)
  db.exec("UPDATE events SET data = data || ' '")
  db.close()
  await using opening = new AsyncDisposableStack()
  await expect(eventsAt(opening, `sqlite:${file}`)).rejects.toMatchObject({ exitCode: UNUSABLE_DATA })
  rmSync(folder, { recursive: true })
})

test.each(['events', 'keys'] as const)('a message names a damaged file of %s and says what to do', async (which) => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-damaged-'))
  const file = join(folder, `${which}.db`)
  await using opening = new AsyncDisposableStack()
  const open = () => storesIn(opening, readConfig({ DATA_DIR: folder }).stores)[which]()
  const refusal = {
    exitCode: UNUSABLE_DATA,
    message: `DATA_DIR: ${which}.db cannot be opened (file is not a database). What to do: replace it with its newest backup (docs/operating.md, Restore) and keep the damaged file`,
  }
  writeFileSync(file, 'no database '.repeat(1_000))
  await expect(open()).rejects.toMatchObject(refusal)
  rmSync(folder, { recursive: true })
})

test('a damaged page of the keys is found at the start, before it is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-damaged-'))
  const file = join(folder, 'keys.db')
  const keys = openSqliteKeyStore(file)
  await Promise.all(Array.from({ length: 500 }, (_, n) => keys.keyFor(`person-${n}`)))
  await keys.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0x77, 16_384, 18_000))
  await using opening = new AsyncDisposableStack()
  const opened = storesIn(opening, readConfig({ DATA_DIR: folder }).stores).keys()
  await expect(opened).rejects.toMatchObject({ exitCode: UNUSABLE_DATA, message: expect.stringContaining('keys.db') })
  rmSync(folder, { recursive: true })
})
