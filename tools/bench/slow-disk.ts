import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Side } from './compare.ts'
import { judge } from './judge.ts'
import { optionsOf } from './options.ts'
import { report } from './report.ts'
import { makeFilledShop } from './shop/filled-shop.ts'
import type { Job, Loaded } from './shop/load.ts'
import { openShop } from './shop/open-shop.ts'
import { instruct, program } from './shop/programs.ts'

/*
 * `npm run bench -- slow-disk` measures lists without and beside 20 writers, while each sync of the disk takes 30 ms longer. `--sync 30`,
 * `--seconds` and `--rounds` set the numbers, and `--json FILE` writes the figures.
 */
const values = optionsOf('npm run bench -- slow-disk', {
  sync: { type: 'string', default: '30' },
  seconds: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'string' },
})
const MOST_MS = 10
const [PRODUCTS, EVENTS] = [1000, 1000]

await using opening = new AsyncDisposableStack()
// The system's folder for temporary files is often in memory, where nothing is synced to a disk.
const folder = mkdtempSync(join(import.meta.dirname, 'shop/.shops-'))
opening.defer(() => rmSync(folder, { recursive: true }))
const [data, place] = [join(folder, 'data'), join(folder, 'shop')]
await makeFilledShop(data, { products: PRODUCTS, events: EVENTS })
const version = { name: 'this version', checkout: resolve(import.meta.dirname, '../..') }
const slow = { NODE_OPTIONS: `--import ${import.meta.resolve('./slow-syncs.ts')}`, SYNC_MS: values.sync }
const { to, known } = await openShop(opening, version, place, data, slow)
const [readers, writers] = ['load.ts', 'load.ts'].map((name) => opening.adopt(program(name), (one) => void one.kill()))

const jobOf = (row: string): Job => ({ row, to, known, seconds: Number(values.seconds) })
const alone: Side = { name: 'lists alone', run: () => instruct<Loaded>(readers!, jobOf('list')) }
const beside: Side = {
  name: 'beside 20 writers',
  async run() {
    const [lists, adds] = await Promise.all([
      instruct<Loaded>(readers!, jobOf('list')),
      instruct<Loaded>(writers!, jobOf('add')),
    ])
    return { ...lists, addsPerS: adds.perS, addsP99Ms: adds.p99Ms }
  },
}
const { sides } = await report({
  title: `Lists while each sync takes ${values.sync} ms longer`,
  sides: [alone, beside],
  rounds: Number(values.rounds),
})
judge('p99 of lists beside 20 writers, in ms', sides[1]?.medians.p99Ms ?? Number.NaN, { most: MOST_MS })
