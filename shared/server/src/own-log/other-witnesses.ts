import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { positionsOf } from '@shop/stores/event-store/shop-log'
import { toPosition } from '@shop/stores/event-store/sqlite/append'
import { headsIn } from '@shop/stores/event-store/witnesses'
import type { Look } from './mismatch.ts'

/** The newest heads are at the end of the operator's log. */
const READ_OF_SHOP_LOG = 1024 * 1024

/**
 * Finds signs of an earlier log outside the stores, for a shop in one process. The operator's log is read only if it is `shop.log` in the
 * data folder.
 */
export function otherWitnesses(dataFolder: string, uploadsFolder: string): readonly Look[] {
  const file = (name: string) => join(dataFolder, name)
  return [
    uploadsIn(uploadsFolder),
    { store: 'analysis', seen: seenOf(copyIn(file(join('analysis', 'copy.json')))) },
    ...['events.db.manifest.json', 'shop.log'].map((name) => ({
      store: name,
      seen: seenOf(headsIn(endOf(file(name))).map(({ log, events }) => positionIn(log, events))),
    })),
  ]
}

/** Uploads have seen no events, but they show that this folder had a shop before. */
export const uploadsIn = (folder: string): Look => ({
  store: 'uploads',
  seen: { positions: [], isUsed: existsSync(folder) && readdirSync(folder).some((name) => name !== 'lost+found') },
})

const seenOf = (positions: readonly string[]) => ({ positions, isUsed: positions.length > 0 })
const positionIn = (log: string, events: number) => positionsOf(log).outside(toPosition(events))

/** How far the analysts' copy has read the log (`analysis/src/copy/copy-state.ts`). */
function copyIn(file: string): readonly string[] {
  try {
    const { log, event } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof log === 'string' && event > 0 ? [positionIn(log, event)] : []
  } catch {
    return []
  }
}

function endOf(file: string): string {
  if (!existsSync(file)) return ''
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(READ_OF_SHOP_LOG)
    const from = Math.max(0, fstatSync(handle).size - bytes.length)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, from))
  } finally {
    closeSync(handle)
  }
}
