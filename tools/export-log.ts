import { existsSync } from 'node:fs'
import { openEventStore } from '@shop/server/open-adapters'
import { progressLines, runTool } from '@shop/server/run-tool'
import { exportLog } from '@shop/stores/log-file/export-log'
import { LogFileError } from '@shop/stores/log-file/log-file'

await runTool('npm run export-log -- <address> <file>', async (argument) => {
  const address = argument('address')
  const database = /^sqlite:(.+)$/.exec(address)?.[1]
  // Opening a file that does not exist would create it.
  if (database !== undefined && !existsSync(database)) throw new LogFileError(`${database} is not there`)
  const store = await openEventStore(address)
  try {
    const said = progressLines((events) => `${events} events written`)
    const manifest = await exportLog(store, argument('file'), said)
    process.stdout.write(`${JSON.stringify(manifest, undefined, 2)}\n`)
  } finally {
    await store.close()
  }
})
