import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventStoreContract } from './contract.ts'
import { openSqliteEventStore } from './sqlite.ts'

eventStoreContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-log-'))
  return {
    open: () => openSqliteEventStore(join(folder, 'events.db')),
    remove: () => rm(folder, { recursive: true }),
  }
})
