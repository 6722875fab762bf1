import { readConfig } from '@shop/server/config'
import { progressLines, runTool } from '@shop/server/run-tool'
import { openStoredLog } from '@shop/server/stored-log'
import { auditBooks } from './audit-books.ts'

/** Checks stock and money after every event of the log, in a file or on a server, while the shop runs too. */
await runTool('npm run verify-books -- [--settled]', async (_, has) => {
  const log = await openStoredLog(readConfig(undefined, 'none').stores.events)
  try {
    const onProgress = progressLines((events) => `${events} events read`)
    const { found, count, told } = await auditBooks(log.batches(), { isSettled: has('--settled'), onProgress })
    for (const what of found) process.stdout.write(`FOUND ${what}\n`)
    if (count > found.length) process.stdout.write(`… and ${count - found.length} more\n`)
    if (count > 0) throw new Error(`The books do not balance: ${count} found in ${told}`)
    process.stdout.write(`The books balance after each of ${told}\n`)
  } finally {
    await log.close()
  }
})
