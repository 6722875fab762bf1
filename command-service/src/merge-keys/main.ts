import { existsSync } from 'node:fs'
import { START } from '@shop/language/events/event'
import { readConfig } from '@shop/server/config'
import { storesIn } from '@shop/server/open-stores'
import { acceptedIn, requireOwnLog } from '@shop/server/own-log/own-log'
import { runTool } from '@shop/server/run-tool'
import { eventsAfter, requireLogFile } from '@shop/server/stored-log'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { keysInFile } from '@shop/stores/key-store/sqlite/key-rows'
import { erasedPeople } from '@shop/stores/sealing/count-keys'
import { createCommandHandler } from '../handler/command-handler.ts'
import { mergeKeys, settleRestored } from './merge-keys.ts'

/** Reads another key file, and copies the keys that the shop lacks. Stop the shop first: only one process can use a log file. */
await runTool('npm run shop -- merge-keys <file>', async (argument) => {
  const file = argument('file')
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  await using opening = new AsyncDisposableStack()
  const { stores } = readConfig(undefined, 'none')
  requireLogFile(stores.events)
  const opened = storesIn(opening, stores)
  const log = await opened.events()
  const keys = await opened.keys()
  const { taken, alike, others, destroyed } = await mergeKeys(
    keys,
    keysInFile(file),
    await erasedPeople(eventsAfter(START, log)),
  )
  process.stdout.write(
    `${taken.length} keys copied. Not copied: ${alike} that the shop already had, ${others} that differ from the shop’s own, ${destroyed} of erased people\n`,
  )
  const own = await requireOwnLog(stores, ['keys'], { ...acceptedIn([], false), mergedKeys: true })
  await own.belong(log, keys)
  const commands = createCommandHandler(createShopLog(log, keys))
  const withoutAddress = await settleRestored({ commands, keys }, taken)
  if (withoutAddress.length > 0)
    process.stdout.write(
      `${withoutAddress.length} accounts cannot get their e-mail address back, because another account uses it now: ${withoutAddress.join(', ')}\n`,
    )
})
