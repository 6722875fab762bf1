import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStoreContract } from './contract.ts'
import { openSqliteReadStore } from './sqlite.ts'

readStoreContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-read-store-'))
  return {
    open: () => openSqliteReadStore(join(folder, 'read-models.db')),
    remove: () => rm(folder, { recursive: true }),
  }
})
