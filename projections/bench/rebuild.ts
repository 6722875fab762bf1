import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startMongo } from '@shop/mongodb/test-support/mongo-server'
import { commandSide } from '../../tools/bench/command-side.ts'
import { report } from '../../tools/bench/report.ts'
import { EVENTS_AN_ORDER, makeLogOfOrders } from './log-of-orders.ts'

/*
 * `npm run bench:rebuild`: every read model built from a log of many orders. `--old FOLDER` names a checkout of an
 * earlier version (its packages installed), which then builds the same ones in the same run; `--heap MB` is the most that
 * this version's process may have for what it keeps (V8's old space), `--json FILE` takes the figures. `--mongodb` starts a
 * mongod and builds the read models there, with this version alone.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    heap: { type: 'string', default: '500' },
    old: { type: 'string' },
    mongodb: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const orders = Number(values.orders)
const server = values.mongodb ? await startMongo() : undefined
const folder = mkdtempSync(join(tmpdir(), 'selvedge-rebuild-'))
try {
  const log = join(folder, 'events.db')
  await makeLogOfOrders(log, orders)
  const ours = side('this version', resolve(import.meta.dirname, '../..'), `--max-old-space-size=${values.heap}`)
  await report({
    title: `Read models built from ${orders * EVENTS_AN_ORDER} events of ${orders} orders`,
    sides: values.old && !server ? [side('earlier version', resolve(values.old), ''), ours] : [ours],
    rounds: Number(values.rounds),
    warmUps: 0,
  })

  function side(name: string, checkout: string, options: string) {
    const file = join(folder, `${name.replace(' ', '-')}.db`)
    const once = join(import.meta.dirname, 'rebuild-once.ts')
    const command = `"${process.execPath}" ${options} "${once}" "${checkout}" "${log}" "${server?.url() ?? file}" 2>/dev/null`
    return commandSide(name, `rm -f "${file}"*; ${command}`)
  }
} finally {
  rmSync(folder, { recursive: true })
  await server?.remove()
}
