import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startMongo } from '@shop/mongodb/test-support/mongo-server'
import { commandSide } from '../../tools/bench/command-side.ts'
import type { Side } from '../../tools/bench/compare.ts'
import { optionsOf } from '../../tools/bench/options.ts'
import { report } from '../../tools/bench/report.ts'
import { EVENTS_AN_ORDER, makeLogOfOrders } from './log-of-orders.ts'

/*
 * `npm run bench -- rebuild`: builds every read model from a log of many orders. `--old FOLDER` names a checkout of an earlier release with
 * its packages installed. The bench then also measures the earlier release, and this release with only the read models that the earlier
 * release has. `--heap MB` limits V8's old space for this release. `--json FILE` writes the figures to a file. `--mongodb` starts a mongod
 * for the read models of this release, and ignores `--old`.
 */
const values = optionsOf('npm run bench -- rebuild', {
  orders: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '3' },
  heap: { type: 'string', default: '500' },
  old: { type: 'string' },
  mongodb: { type: 'boolean', default: false },
  json: { type: 'string' },
})
const orders = Number(values.orders)
const server = values.mongodb ? await startMongo() : undefined
const folder = mkdtempSync(join(tmpdir(), 'selvedge-rebuild-'))
try {
  const log = join(folder, 'events.db')
  await makeLogOfOrders(log, orders)
  const [here, heap] = [resolve(import.meta.dirname, '../..'), `--max-old-space-size=${values.heap}`]
  const ours = side('this version', here, heap)
  await report({
    title: `Read models built from ${orders * EVENTS_AN_ORDER} events of ${orders} orders`,
    sides: values.old && !server ? await sidesAgainst(resolve(values.old)) : [ours],
    rounds: Number(values.rounds),
    warmUps: 0,
  })

  async function sidesAgainst(old: string): Promise<[Side, ...Side[]]> {
    const { projections } = await import(join(old, 'projections/src/all.ts'))
    const names = projections.map(({ into }: { into: { name: string } }) => into.name.split('@')[0])
    return [side('earlier version', old, ''), side('this version, same read models', here, heap, names.join()), ours]
  }

  function side(name: string, checkout: string, options: string, names = ''): Side {
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.db`)
    const once = join(import.meta.dirname, 'rebuild-once.ts')
    const command = `"${process.execPath}" ${options} "${once}" "${checkout}" "${log}" "${server?.url() ?? file}" ${names} 2>/dev/null`
    return commandSide(name, `rm -f "${file}"*; ${command}`)
  }
} finally {
  rmSync(folder, { recursive: true })
  await server?.remove()
}
