import { openEventStore } from '@shop/server/open-adapters'
import { progressLines, runTool } from '@shop/server/run-tool'
import { importLog } from '@shop/stores/log-file/import-log'
import { openLogFile } from '@shop/stores/log-file/read-log-file'

await runTool('npm run shop -- import-log <file> <address>', async (argument) => {
  const file = await openLogFile(
    argument('file'),
    progressLines((events) => `${events} events checked`),
  )
  const total = file.manifest.events.toLocaleString('en')
  const address = argument('address')
  const isFile = address.startsWith('sqlite:')
  const store = await openEventStore(address)
  try {
    const onProgress = progressLines((events) => `${events} of ${total} events stored`)
    await importLog(file, store, { atOnce: isFile ? 200 : 1, onProgress })
    process.stdout.write(`${total} events stored; the new log has the id ${await store.id()}\n`)
  } finally {
    await store.close()
  }
})
