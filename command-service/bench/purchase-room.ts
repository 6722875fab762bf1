import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * The command-service of a checkout of the shop, in a process of its own: over a log on a server, with payments and keys
 * in memory. `node purchase-room.ts <checkout> <address of the log> [address of the snapshots]`; tells its parent where it
 * is and what it has used. Versions without snapshots do without them.
 */
const [, , checkout = '', logUrl = '', snapshotsUrl = ''] = process.argv
const SNAPSHOTS = 'shared/mongodb/src/snapshot-store/mongodb-snapshot-store.ts'

/** Where an earlier version of the shop had what is needed here. */
const wasAt: Readonly<Record<string, string>> = {
  'command-service/src/handler/command-handler.ts': 'command-service/src/handle-command.ts',
  'shared/kurrentdb/src/kurrentdb-event-store.ts': 'shared/src/event-store/kurrentdb.ts',
  'shared/stores/src/event-store/shop-log.ts': 'shared/src/event-store/shop-log.ts',
  'shared/stores/src/key-store/sqlite/sqlite-key-store.ts': 'shared/src/key-store/sqlite.ts',
  'shared/server/src/http/serve.ts': 'shared/src/http/serve.ts',
  'shared/server/src/http/tokens.ts': 'shared/src/http/tokens.ts',
}

// biome-ignore lint/suspicious/noExplicitAny: of whichever version it is
async function from(path: string): Promise<any> {
  const here = join(checkout, path)
  return import(existsSync(here) ? here : join(checkout, wasAt[path] ?? path))
}

const { createCommandHandler } = await from('command-service/src/handler/command-handler.ts')
const { createCommandService } = await from('command-service/src/create-command-service.ts')
const { firstStart } = await from('command-service/src/first-start.ts')
const { createFakeProvider } = await from('command-service/src/test-support/fake-provider.ts')
const { openKurrentEventStore } = await from('shared/kurrentdb/src/kurrentdb-event-store.ts')
const { createShopLog } = await from('shared/stores/src/event-store/shop-log.ts')
const { openSqliteKeyStore } = await from('shared/stores/src/key-store/sqlite/sqlite-key-store.ts')
const { serve } = await from('shared/server/src/http/serve.ts')
const { createTokens } = await from('shared/server/src/http/tokens.ts')
const { default: Koa } = await import('koa')

const keys = openSqliteKeyStore(':memory:')
const log = createShopLog(openKurrentEventStore(logUrl), keys)
const hasSnapshots = snapshotsUrl !== '' && existsSync(join(checkout, SNAPSHOTS))
const snapshots = hasSnapshots ? await (await from(SNAPSHOTS)).openMongoSnapshotStore(snapshotsUrl) : undefined
const commands = hasSnapshots ? createCommandHandler(log, { snapshots }) : createCommandHandler(log)
const bank = createFakeProvider()
const tokens = createTokens('a secret of at least thirty-two bytes')
/** An earlier version has no adapter that limits nobody, and does not ask for it. */
const nothing = async () => ({ taken: 0, isOver: false, againInMs: 0 })
const uncounted = { take: nothing, look: nothing, giveBack: nothing, forget: nothing }
const parts = {
  commands,
  keys,
  payments: bank.provider,
  tokens,
  digestSecret: 'digest',
  uploadsFolder: tmpdir(),
  checkoutTtlMs: 30 * 60 * 1000,
  counters: { counter: () => uncounted },
  corsOrigins: [],
}
const admin = { email: 'root@shop.test', password: 'the first key of the shop' }
await firstStart(parts, { admin, catalogue: [], say: () => {} })
const app = new Koa()
app.use(createCommandService(parts).middleware)
const serving = await serve(app.callback(), { host: '127.0.0.1', port: 0 })

process.on('message', (order: { approve: string } | 'used') => {
  if (order === 'used') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000 })
  } else {
    bank.decide(order.approve, 'approved')
    process.send?.({ approved: true })
  }
})
const login = await fetch(`${serving.url}/users/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(admin),
})
const { token: adminToken } = (await login.json()) as { token: string }
process.once('disconnect', () => process.exit())
process.send?.({ url: serving.url, adminToken })
