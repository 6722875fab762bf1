import { existsSync } from 'node:fs'
import { openEventReader } from '@shop/server/open-adapters'
import { progressLines, runTool } from '@shop/server/run-tool'
import { exportLog } from '@shop/stores/log-file/export-log'
import { LogFileError } from '@shop/stores/log-file/log-file'

const WARNING =
  'Keep this file secret. It has ids of sessions, payments and guests, and a guest’s id opens the guest’s cart. Analysts use the pages for analysis, which show pseudonyms instead (docs/operating.md)\n'

await runTool('npm run shop -- export-log <address> <file>', async (argument) => {
  const address = argument('address')
  const database = /^sqlite:(.+)$/.exec(address)?.[1]
  if (database !== undefined && !existsSync(database)) throw new LogFileError(`There is no file ${database}`)
  const store = await openEventReader(address)
  try {
    const said = progressLines((events) => `${events} events written`)
    const manifest = await exportLog(store, argument('file'), said)
    process.stderr.write(WARNING)
    process.stdout.write(`${JSON.stringify(manifest, undefined, 2)}\n`)
  } finally {
    await store.close()
  }
})
