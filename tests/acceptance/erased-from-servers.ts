import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { DistributedShop } from '../support/distributed-shop.ts'
import { adminAt } from '../support/people.ts'
import { plantCanaries } from './canaries.ts'
import { runCommand } from './run-command.ts'

/**
 * Erases a person with canaries in every field. The shop has its stores on servers, and must have no other orders. Checks that afterwards
 * no canary is in MongoDB, in Redis, in the log or in the output of the processes.
 */
export async function eraseFromServers(shop: DistributedShop) {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-erasure-'))
  try {
    await eraseAndLook(shop, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function eraseAndLook(shop: DistributedShop, folder: string) {
  const { mongo, redis, log } = shop.servers
  const addresses = {
    DATA_DIR: join(folder, 'data'),
    EVENT_STORE_URL: log.url,
    READ_STORE_URL: mongo.url('read-models'),
    KEY_STORE_URL: mongo.url('keys'),
    SNAPSHOT_STORE_URL: mongo.url('snapshots'),
    JOB_QUEUE_URL: redis.url(),
  }
  const ada = await plantCanaries(shop.url, await adminAt(shop.url))
  const output = join(folder, 'rooms.log')
  const verify = () => {
    const rooms = [shop.gateway, ...shop.commands, ...shop.queries, ...shop.projections]
    writeFileSync(output, rooms.map((room) => room.output()).join('\n'))
    return runCommand('tools/verify-erasure.ts', [output], addresses, ada.values.join('\n'))
  }
  const before = await verify()
  expect(before.error).toBe('')
  expect(before.out).toMatch(/^FOUND value 3 .+ in MongoDB, read-models\.users@\d+$/m)
  expect(before.out).toMatch(/^FOUND value 1 .+ in The server’s log, decrypted with an existing key$/m)
  const erased = await runCommand('tools/erase.ts', [ada.id], addresses)
  expect(erased).toMatchObject({ code: 0, error: '' })
  const [, searched] = /^0 found. Searched for (\d+) values in 0 files, on \d servers/m.exec(erased.out) ?? []
  // The command reads the values from the log, so it searches for at least all canaries.
  expect(Number(searched), erased.out).toBeGreaterThanOrEqual(ada.values.length)
  expect(erased.out).toMatch(/\d+ events unchanged, \d+ new; the hash chain is valid/)
  expect(erased.out).toContain('orders: 1 before, 1 now; revenue: 25.00 before, 25.00 now')
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`0 found. Searched for ${ada.values.length} values`),
  })
}
