import { openSqliteJobQueue } from '@shop/stores/job-queue/sqlite/sqlite-job-queue'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { guestCartContract } from './contract.ts'

guestCartContract('in files', 1_000, async () => ({
  readStore: openSqliteReadStore(':memory:'),
  queue: openSqliteJobQueue(':memory:'),
  loseJobs: async () => openSqliteJobQueue(':memory:'),
}))
