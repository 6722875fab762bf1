import { openSqliteJobQueue } from '@shop/shared/job-queue/sqlite'
import { openSqliteReadStore } from '@shop/shared/read-store/sqlite'
import { guestCartContract } from './contract.ts'

guestCartContract('in files', 2_500, async () => ({
  readStore: openSqliteReadStore(':memory:'),
  queue: openSqliteJobQueue(':memory:'),
  loseJobs: async () => openSqliteJobQueue(':memory:'),
}))
