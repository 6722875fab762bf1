import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '@shop/server/config'
import { openEventReader, openReadStore } from '@shop/server/open-adapters'
import { openKeysReadOnly } from '@shop/server/open-read-only'
import { runTool } from '@shop/server/run-tool'
import { fileOf } from '@shop/server/stored-log'
import { createShopReader } from '@shop/stores/event-store/shop-log'
import { projections } from '../all.ts'
import { verifyModels } from './verify-models.ts'

/** Builds all read models again and compares them with the shop's. The shop may be running. */
await runTool('npm run shop -- verify-models', async () => {
  const { stores, dataFolder } = readConfig(undefined, 'none')
  for (const address of [stores.events, stores.keys, stores.readModels])
    if (address.startsWith('sqlite:') && !existsSync(fileOf(address)))
      throw new Error(`There is no file ${fileOf(address)}`)
  await using opening = new AsyncDisposableStack()
  const folder = opening.adopt(scratchFolder(dataFolder), (path) => rmSync(path, { recursive: true }))
  const kept = async <Store extends { close(): Promise<void> }>(store: Promise<Store>) =>
    opening.adopt(await store, (one) => one.close())

  const shown = await kept(openReadStore(inCopy(stores.readModels, join(folder, 'shown.db'))))
  // The keys are not copied, because a destroyed key must not survive in a copy.
  const keys = await kept(openKeysReadOnly(stores.keys))
  const log = createShopReader(await kept(openEventReader(stores.events)), keys)
  const scratch = await kept(openReadStore(`sqlite:${join(folder, 'rebuilt.db')}`))

  let wrong = 0
  const all = verifyModels(projections, log, shown, scratch, new Date())
  for await (const { name, position, halted, ...verified } of all) {
    const at =
      position === undefined
        ? name
        : `${name} at position ${position.replace(/^.*\.0*(?=\d)/, '')}${halted ? ', where it has halted' : ''}`
    if ('why' in verified) {
      wrong += 1
      say(`FOUND ${at}: ${verified.why}`)
      continue
    }
    const { documents, hash, differing, count } = verified
    wrong += count
    if (count === 0) say(`${at}: ${documents} documents match the rebuild, hash ${hash}`)
    for (const difference of differing.values()) say(`FOUND ${at}: ${difference}`)
    if (count > differing.size) say(`… and ${count - differing.size} more`)
  }
  if (wrong > 0) throw new Error(`The read models do not match the log. Findings: ${wrong}`)
})

/** The rebuilt documents contain people's names. So they must be in the data folder, which an erasure searches. */
function scratchFolder(dataFolder: string) {
  mkdirSync(dataFolder, { recursive: true })
  return mkdtempSync(join(dataFolder, 'verify-models-'))
}

/** Copies a SQLite file, so that the shop cannot change the copy during the check. */
function inCopy(address: string, copy: string) {
  if (!address.startsWith('sqlite:')) return address
  using db = new DatabaseSync(fileOf(address), { readOnly: true, timeout: 5_000 })
  db.prepare('VACUUM INTO ?').run(copy)
  return `sqlite:${copy}`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
