import { readConfig } from '@shop/server/config'
import { openKeysReadOnly } from '@shop/server/open-read-only'
import { runTool } from '@shop/server/run-tool'
import { openStoredLog } from '@shop/server/stored-log'
import { countKeys, keysInWords } from '@shop/stores/sealing/count-keys'

/** Prints only counts. The shop may be running. */
await runTool('npm run shop -- verify-keys', async () => {
  const { stores } = readConfig(undefined, 'none')
  await using opening = new AsyncDisposableStack()
  const log = opening.adopt(await openStoredLog(stores.events), (one) => one.close())
  const keys = opening.adopt(await openKeysReadOnly(stores.keys), (one) => one.close())
  const counted = await countKeys(log.batches(), keys)
  const words = keysInWords(counted)
  if (counted.lost + counted.damaged > 0) throw new Error(`Keys are missing or damaged: ${words}`)
  process.stdout.write(`No key is missing or damaged: ${words}\n`)
})
