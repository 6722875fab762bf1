import { constants, setPriority } from 'node:os'
import { openCopy } from '@shop/analysis/copy/open-copy'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { memoryOf } from './memory-of.ts'

/* Builds the analysts' copy of a log, and reports the cost. */
const [log = '', folder = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const store = openSqliteEventReader(log)
const before = process.cpuUsage()
const copy = await openCopy({ folder, store, key: Buffer.alloc(32, 1) })
const stop = new AbortController()
const running = copy.run(stop.signal)
process.send?.('begun')
for (let isBuilding = true; isBuilding; isBuilding = (await copy.status()).building !== undefined)
  await new Promise((resolve) => setTimeout(resolve, 50))
await copy.settled()
const { user, system } = process.cpuUsage(before)
process.send?.({ events: copy.newest(), processorMs: (user + system) / 1000, memoryBytes: memoryOf(process.pid) })
stop.abort()
await running
await copy.close()
await store.close()
process.disconnect?.()
