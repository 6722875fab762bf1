import { readConfig } from '@shop/server/config'
import { progressLines, runTool } from '@shop/server/run-tool'
import { openStoredLog } from '@shop/server/stored-log'
import { auditBooks } from './audit-books.ts'

/** Checks the books of a log in a file or on a server: stock, money, orders and discount codes. The shop may be running. */
await runTool('npm run shop -- verify-books [--settled]', async (_, has) => {
  const log = await openStoredLog(readConfig(undefined, 'none').stores.events)
  try {
    const onProgress = progressLines((events) => `${events} events read`)
    const { found, count, earlier, earlierCount, summary } = await auditBooks(log.batches(), {
      isSettled: has('--settled'),
      onProgress,
    })
    list('EARLIER', earlier, earlierCount)
    list('FOUND', found, count)
    if (count > 0) throw new Error(`The books do not balance. Findings: ${count}, in ${summary}`)
    if (earlierCount > 0)
      process.stdout.write(
        `${earlierCount} findings come from earlier releases, which did not keep orders, stock and money consistent\n`,
      )
    const books = earlierCount > 0 ? 'Apart from these, the books' : 'The books'
    process.stdout.write(`${books} balance after each of ${summary}\n`)
  } finally {
    await log.close()
  }
})

function list(kind: string, first: readonly string[], count: number) {
  for (const what of first) process.stdout.write(`${kind} ${what}\n`)
  if (count > first.length) process.stdout.write(`… and ${count - first.length} more\n`)
}
