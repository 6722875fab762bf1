import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './main.ts'

const ADMIN = { ADMIN_EMAIL: 'root@shop.test', ADMIN_PASSWORD: testPasswords.adminOfARoom }
const REFUSED = { exitCode: 78 }
const LOST = '--accept-lost-keys'
const SHORTER = '--accept-shorter-log'

let folder: string
let data: string
let shop: Awaited<ReturnType<typeof startEmbedded>> | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-own-log-'))
  data = join(folder, 'data')
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

async function start(words: readonly string[] = [], environment: Record<string, string> = {}) {
  const variables = { ...ADMIN, DATA_DIR: data, PORT: '0', DEMO: 'off', ANALYSIS: 'off', RATE_LIMITS: 'off' }
  shop = await startEmbedded(readConfig({ ...variables, ...environment }), { web: false, words })
}
async function stop() {
  await shop?.close()
  shop = undefined
}
const file = (name: string) => join(data, name)
const keep = (name: string) => cpSync(file(name), join(folder, name))
const putBack = (name: string) => cpSync(join(folder, name), file(name))
const remove = (...names: readonly string[]) =>
  names.map((name) => rmSync(file(name), { recursive: true, force: true }))

const person = (name: string) => ({ name, email: `${name}@shop.test`, password: testPasswords.customerOfARoom })
async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${shop?.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
}
const register = async (...names: readonly string[]) => {
  for (const name of names) expect(await post('/users/register', person(name))).toBe(201)
}
const signIn = (name: string) => post('/users/login', person(name))
/** The shop's readiness, read again and again, because the shop checks the keys only after it is open. */
const readiness = () => expect.poll(async () => (await fetch(`${shop?.url}/readyz`)).json())

/** The content of each file. */
const asItIs = () =>
  new Map(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name)).toString('base64')]),
  )

/** Expects that a start is refused with this message, and that it creates and changes nothing in the folder. */
async function refused(message: RegExp, words: readonly string[] = []) {
  const before = asItIs()
  const refusal = await start(words).catch((error: unknown) => error)
  expect(String(refusal)).toMatch(message)
  expect(refusal).toMatchObject(REFUSED)
  expect(asItIs()).toEqual(before)
}

/** Opens a shop, registers these people, and closes it. */
async function shopOf(...names: readonly string[]) {
  await start()
  await register(...names)
  await expect.poll(checkpointsOfJobs).not.toEqual([])
  await stop()
}

/** The process managers queue jobs some ms after the answer. */
function checkpointsOfJobs() {
  using db = new DatabaseSync(file('jobs.db'), { readOnly: true })
  return db.prepare('SELECT position FROM checkpoints').all()
}

test('without keys.db a start is refused, and the message says how many people’s keys are lost', async () => {
  await shopOf('ada', 'bob')
  keep('keys.db')
  remove('keys.db')
  await refused(
    /^Error: keys\.db is missing.*: 3 of 3 people have no key and were not erased\. Put .* --accept-lost-keys/,
  )
  putBack('keys.db')
  await start()
  expect(await signIn('ada')).toBe(200)
})

test('with keys older than the log a start is refused, until the newest keys are back or the operator accepts the loss', async () => {
  await shopOf('ada')
  keep('keys.db')
  await shopOf('bob', 'cleo')
  cpSync(file('keys.db'), join(folder, 'newest'))
  putBack('keys.db')
  await refused(/^Error: keys\.db is older than this log: 2 of \d people have no key/)

  await start([LOST])
  expect([await signIn('ada'), await signIn('bob')]).toEqual([200, 401])
  await readiness().toMatchObject({ status: 'degraded', checks: { keys: '2 lost' } })
  await stop()
  // The operator must accept the loss only once. Later starts need no option.
  await start()
  expect(await signIn('ada')).toBe(200)
  await stop()
  cpSync(join(folder, 'newest'), file('keys.db'))
  await start()
  expect([await signIn('ada'), await signIn('bob'), await signIn('cleo')]).toEqual([200, 200, 200])
  await readiness().toMatchObject({ checks: { keys: 'ok' } })
})

test('each lost key is a case, which is settled when the key is merged; an erased person’s key is no case', async () => {
  await shopOf('ada')
  keep('keys.db')
  await shopOf('bob', 'cleo')
  cpSync(file('keys.db'), join(folder, 'newest'))
  putBack('keys.db')
  await start([LOST])
  await expect.poll(cases).toEqual(['KEY_LOST', 'KEY_LOST'])
  await stop()
  expect(await run('../command-service/src/merge-keys/main.ts', join(folder, 'newest'))).toMatchObject({ code: 0 })
  await start()
  expect([await signIn('ada'), await signIn('bob'), await signIn('cleo')]).toEqual([200, 200, 200])
  await expect.poll(cases).toEqual([])
})

async function asAdmin(path: string, method = 'GET') {
  const admin = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${shop?.url}/api/users/login`, { method: 'POST', headers, body: JSON.stringify(admin) })
  const { token } = (await signedIn.json()) as { token: string }
  const answer = await fetch(`${shop?.url}/api/admin${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The id of a customer. */
async function idOf(name: string) {
  const all = (await asAdmin('/users')) as readonly { _id: string; name: string }[]
  return all.find((user) => user.name === name)?._id ?? ''
}

/** Whether the key file has a key of this person. */
function hasKey(id: string) {
  const keys = new DatabaseSync(file('keys.db'), { readOnly: true })
  const row = keys.prepare('SELECT key FROM keys WHERE person = ?').get(id)
  keys.close()
  return row?.key instanceof Uint8Array
}

/** The codes of the open cases of people whose data cannot be read. */
async function cases(): Promise<readonly string[]> {
  const all = (await asAdmin('/cases')) as readonly { kind: string; code: string; status: string; personId?: string }[]
  const unreadable = all.filter(
    ({ kind, status, personId }) => kind === 'person-unreadable' && status === 'open' && personId,
  )
  return unreadable.map(({ code }) => code)
}

test('an old copy of the keys restores no erased person, because the log says who was erased', async () => {
  await start()
  await register('ada', 'bob')
  const [ada, bob] = [await idOf('ada'), await idOf('bob')]
  await stop()
  keep('keys.db')
  await start()
  await asAdmin(`/users/${ada}`, 'DELETE')
  await stop()
  expect([hasKey(ada), hasKey(bob)]).toEqual([false, true])
  putBack('keys.db')
  expect(hasKey(ada)).toBe(true)
  await start()
  expect([hasKey(ada), hasKey(bob)]).toEqual([false, true])
  expect([await signIn('ada'), await signIn('bob')]).toEqual([401, 200])
  await stop()

  // Ada's key is also refused if it is merged into a key store that never had this key.
  remove('keys.db')
  await start([LOST])
  await stop()
  const merged = await run('../command-service/src/merge-keys/main.ts', join(folder, 'keys.db'))
  expect(merged).toMatchObject({ code: 0, out: expect.stringContaining(', 1 of erased people') })
  expect(hasKey(ada)).toBe(false)
})

test('keys are not copied into a folder without a log', async () => {
  await shopOf('ada')
  keep('keys.db')
  data = join(folder, 'mistyped')
  expect(await run('../command-service/src/merge-keys/main.ts', join(folder, 'keys.db'))).toMatchObject({ code: 1 })
  expect(existsSync(data)).toBe(false)
})

test('an older log with older keys restores no erased person, because the newest manifest names the people erased since', async () => {
  await start()
  await register('ada', 'bob')
  const ada = await idOf('ada')
  await stop()
  keep('keys.db')
  keep('events.db')
  await start()
  await asAdmin(`/users/${ada}`, 'DELETE')
  const newer = join(folder, 'newer.db')
  expect(await run('../tools/back-up.ts', file('events.db'), newer)).toMatchObject({ code: 0 })
  await stop()
  remove(...readdirSync(data))
  putBack('keys.db')
  putBack('events.db')
  cpSync(`${newer}.manifest.json`, file('newest.manifest.json'))
  await start()
  expect([await signIn('ada'), await signIn('bob')]).toEqual([401, 200])
  expect(hasKey(ada)).toBe(false)
})

test('if the right keys come back after a start with new keys, the shop starts only when both are merged', async () => {
  await shopOf('ada')
  keep('keys.db')
  remove('keys.db')
  await start([LOST])
  await register('bob')
  await stop()
  cpSync(file('keys.db'), join(folder, 'new-keys.db'))
  putBack('keys.db')
  await refused(/^Error: keys\.db is the key store .+, but this log belongs to the key store .+: 1 of 3 people/)

  expect(await run('../command-service/src/merge-keys/main.ts', join(folder, 'new-keys.db'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^1 keys copied. Not copied: 0 that the shop already had, \d that differ from the shop’s own, 0 of erased people\n$/,
    ),
  })
  await start()
  expect([await signIn('ada'), await signIn('bob')]).toEqual([200, 200])
})

test('keys of another store are recognized, even if they include every person’s key', async () => {
  await shopOf('ada')
  const keys = new DatabaseSync(file('keys.db'))
  keys.exec("UPDATE belonging SET id = 'another store'")
  keys.close()
  await refused(
    /^Error: keys\.db is the key store another store, but this log belongs to the key store .+: 0 of 2 people have no key/,
  )
})

test('npm run shop -- verify-keys counts the keys, and its exit code says whether a key is missing', async () => {
  await shopOf('ada', 'bob')
  expect(await run('../tools/verify-keys.ts')).toMatchObject({
    code: 0,
    out: 'No key is missing or damaged: 3 people sealed, 3 keys, 0 erased, 0 lost, 0 damaged\n',
  })
  await run('../tools/back-up.ts', file('events.db'), join(folder, 'copy.db'))
  const manifest = JSON.parse(readFileSync(join(folder, 'copy.db.manifest.json'), 'utf8'))
  expect(manifest.keys).toEqual({ people: 3, keys: 3, erased: 0, lost: 0, damaged: 0 })
  damageKeyOf(1)
  expect(await run('../tools/verify-keys.ts')).toMatchObject({
    code: 1,
    error: 'Keys are missing or damaged: 3 people sealed, 2 keys, 0 erased, 0 lost, 1 damaged\n',
  })
})

/** Runs an operator's command on this folder. */
const run = (program: string, ...words: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '..', program), ...words],
      { env: { ...process.env, DATA_DIR: data } },
      (_, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

test('an earlier version’s shop is adopted when every key is there, and refused when a key is missing', async () => {
  await shopOf('ada', 'bob')
  makeOld()
  keep('keys.db')
  const keys = new DatabaseSync(file('keys.db'))
  keys.exec("DELETE FROM keys WHERE person = (SELECT person FROM keys WHERE person LIKE '%-%-%-%' LIMIT 1)")
  keys.close()
  await refused(/^Error: keys\.db is missing, is older than this log, or belongs to another log: 1 of 3 people/)
  putBack('keys.db')
  await start()
  expect([await signIn('ada'), await signIn('bob')]).toEqual([200, 200])
})

/** Changes the files to the form that earlier versions wrote: log and key store do not name each other. */
function makeOld() {
  const keys = new DatabaseSync(file('keys.db'))
  keys.exec('DROP TABLE belonging; DROP TABLE checksums; DROP TABLE lost; PRAGMA user_version = 0')
  keys.close()
  const log = new DatabaseSync(file('events.db'))
  log.exec('ALTER TABLE log DROP COLUMN key_store')
  log.close()
}

test('a damaged key affects one person: read models are built, and other people’s data is complete', async () => {
  await shopOf('ada', 'bob')
  damageKeyOf(1)
  remove('read-models.db')
  await start()
  const answers = [
    await signIn('ada'),
    await signIn('bob'),
    await post('/users/login', { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  ]
  expect(answers.toSorted()).toEqual([200, 200, 401])
  await readiness().toMatchObject({ checks: { readModels: 'ok', keys: '1 damaged' } })
})

test('a damaged key is also found in files of an earlier version, whose keys have no checksums', async () => {
  await shopOf('ada', 'bob')
  makeOld()
  damageKeyOf(1)
  remove('read-models.db')
  await start()
  expect([await signIn('ada'), await signIn('bob')].toSorted()).toEqual([200, 401])
  await readiness().toMatchObject({ checks: { readModels: 'ok', keys: '1 damaged' } })
})

/** Flips a bit of the key of the person who has the nth account. */
function damageKeyOf(n: number) {
  const log = new DatabaseSync(file('events.db'))
  const rows = log.prepare("SELECT data FROM events WHERE type = 'AccountRegistered' ORDER BY position").all()
  log.close()
  damageKey(JSON.parse(String(rows[n]!.data)).accountId)
}

function damageKey(name: string) {
  const keys = new DatabaseSync(file('keys.db'))
  const { key } = keys.prepare('SELECT key FROM keys WHERE person = ?').get(name) as { key: Uint8Array }
  key[3]! ^= 1
  keys.prepare('UPDATE keys SET key = ? WHERE person = ?').run(key, name)
  keys.close()
}

test('a damaged key of the whole shop prevents a start until the right key is merged from a backup', async () => {
  await shopOf('ada')
  keep('keys.db')
  damageKey('email-index')
  await refused(
    /^Error: keys\.db: the key email-index is damaged\. .*Restore the key from a backup with npm run shop -- merge-keys/,
  )
  expect(await run('../command-service/src/merge-keys/main.ts', join(folder, 'keys.db'))).toMatchObject({ code: 0 })
  await start()
  expect(await signIn('ada')).toBe(200)
})

test('without events.db a start is refused, unless the operator wants a new shop', async () => {
  await shopOf('ada')
  remove('events.db')
  await refused(
    /^Error: events\.db has no event, but this shop was already at position (\d+) \(.*keys\.db, read-models\.db, jobs\.db.*\): \1 events are missing\. .*FIRST_START=yes/,
  )
  await start([], { FIRST_START: 'yes' })
  expect(await signIn('ada')).toBe(401)
  await stop()
  await start()
  await register('ada')
})

test.each(['keys.db', 'read-models.db', 'jobs.db', 'uploads'])(
  'the file or folder %s is enough to recognize an earlier shop',
  async (name) => {
    await shopOf('ada')
    if (name === 'uploads') {
      mkdirSync(file('uploads'), { recursive: true })
      writeFileSync(join(data, 'uploads', 'a.webp'), '')
    }
    for (const other of readdirSync(data)) if (other !== name) remove(other)
    await refused(new RegExp(`^Error: events\\.db has no event, .*\\(${name.replace('.', '\\.')}\\)`))
  },
)

test('a log without its newest events is refused, and the message has both positions; an operator accepts a restore once', async () => {
  await shopOf('ada')
  keep('events.db')
  await shopOf('bob')
  const longest = positionOf('events.db')
  putBack('events.db')
  const shorter = positionOf('events.db')
  const missing = new RegExp(
    `^Error: events\\.db ends at position ${shorter}, but this shop was already at position ${longest} \\(.*keys\\.db.*\\): ${longest - shorter} events are missing`,
  )
  await refused(missing)
  remove('read-models.db', 'jobs.db', 'snapshots.db')
  await refused(missing)
  await start([SHORTER])
  expect([await signIn('ada'), await signIn('bob')]).toEqual([200, 401])
  await stop()
  await start()
  await register('bob')
})

function positionOf(name: string): number {
  const db = new DatabaseSync(file(name), { readOnly: true })
  const row = db.prepare('SELECT max(position) AS position FROM events').get()
  db.close()
  return Number(row?.position)
}

test('a log with another history is refused too, even if it has the same length', async () => {
  await shopOf('ada')
  keep('events.db')
  await shopOf('bob')
  putBack('events.db')
  const log = openSqliteEventStore(file('events.db'))
  await log.append('cart-guest_1', -1, newEvents(200))
  await log.close()
  await refused(
    /^Error: events\.db lacks events that this shop has seen, up to position \d+ \(.*keys\.db.*\), and has other events there/,
  )
})

test('another shop’s log is refused', async () => {
  await shopOf('ada')
  cpSync(data, join(folder, 'other'), { recursive: true })
  remove(...readdirSync(data))
  await shopOf('bob')
  cpSync(join(folder, 'other', 'events.db'), file('events.db'))
  await refused(
    /^Error: events\.db is not the log of this shop: its id is .+, and it ends at position \d+\. This shop has read its own log up to position \d+/,
  )
})

test('the heads in shop.log and in a backup’s manifest are checked too', async () => {
  await shopOf('ada')
  const log = openSqliteEventStore(file('events.db'))
  const head = await log.chainHead()
  await log.close()
  const headLine = { time: new Date().toISOString(), level: 'info', message: 'The head of the log', ...head }
  writeFileSync(file('shop.log'), `${JSON.stringify({ ...headLine, events: 4_000 })}\n`)
  await refused(/this shop was already at position 4000 \(shop\.log\)/)
  remove('shop.log')
  writeFileSync(file('events.db.manifest.json'), JSON.stringify({ ...headLine, events: 5_000 }))
  await refused(/position 5000 \(events\.db\.manifest\.json\)/)
  // The manifest still has the later head. But when the operator has accepted the shorter log once, later starts need no option.
  await start([SHORTER])
  await stop()
  await start()
  expect(await signIn('ada')).toBe(200)
})

test('a refusal names a journal of a newer log beside an older log', async () => {
  await shopOf('ada')
  keep('events.db')
  const write = async (streams: readonly string[], whenWritten = () => {}) => {
    const log = openSqliteEventStore(file('events.db'))
    for (const stream of streams) await log.append(`cart-guest_${stream}`, -1, newEvents(500))
    whenWritten()
    await log.close()
  }
  await write(['a', 'b', 'c', 'd', 'e', 'f'])
  await write(['g'], () => keep('events.db-wal'))
  putBack('events.db')
  putBack('events.db-wal')
  await expect(start()).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringMatching(
      /events\.db does not belong to the events\.db-wal beside it.*Without that file it is sound up to position \d+.*move events\.db-wal/,
    ),
  })
  expect(readFileSync(file('events.db-wal'))).toEqual(readFileSync(join(folder, 'events.db-wal')))
  remove('events.db-wal', 'events.db-shm')
  await start()
  expect(await signIn('ada')).toBe(200)
})

test('a first start that was interrupted at any step is continued by the next start', async () => {
  await start()
  expect(existsSync(file('keys.db'))).toBe(true)
  await stop()
  const whole = join(folder, 'whole')
  cpSync(data, whole, { recursive: true })
  // A start creates the files in this order.
  for (const made of [['events.db.lock'], ['events.db'], ['events.db', 'keys.db']]) {
    remove(...readdirSync(data))
    for (const name of made) cpSync(join(whole, name), file(name))
    if (made.includes('events.db')) {
      const log = new DatabaseSync(file('events.db'))
      log.exec('DELETE FROM events; DELETE FROM streams')
      if (!made.includes('keys.db')) log.exec('UPDATE log SET key_store = NULL')
      log.close()
    }
    if (made.includes('keys.db')) {
      const keys = new DatabaseSync(file('keys.db'))
      keys.exec("UPDATE belonging SET position = '', stream = '', version = 0, event = ''")
      keys.close()
    }
    await start()
    await register('ada')
    await stop()
  }
  // This key file has no table yet.
  remove(...readdirSync(data))
  writeFileSync(file('keys.db'), '')
  await start()
  await register('ada')
})
