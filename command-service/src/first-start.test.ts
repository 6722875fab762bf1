import { ShopError } from '@shop/language/errors'
import { START } from '@shop/language/events/event'
import { CreateProductBody } from '@shop/language/product/api'
import type { productStream } from '@shop/language/product/events'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountBy, emailKeyOf, roleOf } from './account/accounts.ts'
import { createPasswords } from './account/passwords.ts'
import { setPassword } from './account/set-password.ts'
import { firstStart } from './first-start.ts'
import { createCommandHandler } from './handler/command-handler.ts'
import { productDecider } from './product/product-decider.ts'

let log: EventStore
let keys: KeyStore
let said: string[]
/** The most appends that the log had to do at the same time. */
let mostAtOnce: number
beforeEach(() => {
  // Each start is a new process.
  log = { ...openSqliteEventStore(':memory:'), writers: 'several' }
  keys = openSqliteKeyStore(':memory:')
  said = []
  mostAtOnce = 0
})
afterEach(async () => {
  await log.close()
  await keys.close()
})

const catalog = Array.from({ length: 59 }, (_, index) =>
  CreateProductBody.parse({ name: `Piece ${index}`, price: 20, sku: `SEL-${index}`, countInStock: 5 }),
)
const email = 'root@shop.test'
const say = (message: string) => said.push(message)

/** Starts a process on the same log. `after` is the number of appends before the process is killed. */
async function start({
  password,
  products = catalog,
  after = Number.POSITIVE_INFINITY,
  minutesLater = 0,
}: Partial<Start> = {}) {
  let appends = 0
  let running = 0
  const dying: EventStore = {
    ...log,
    append: (...appended) => {
      if (appends++ >= after) throw new Error('killed')
      mostAtOnce = Math.max(mostAtOnce, ++running)
      return log.append(...appended).finally(() => running--)
    },
  }
  const commands = createCommandHandler(dying, { now: () => new Date(Date.now() + minutesLater * 60_000) })
  const parts = { commands, keys, uploadsFolder: '/nowhere' }
  await firstStart(parts, { admin: { email, password }, catalog: products, say }).catch((error: Error) => {
    if (error.message !== 'killed') throw error
  })
  return createCommandHandler(log)
}
type Start = { password: string; products: readonly CreateProductBody[]; after: number; minutesLater: number }

async function streams() {
  const seen = new Map<string, number>()
  const abort = new AbortController()
  for await (const { events, caughtUp } of log.follow('', abort.signal)) {
    for (const { stream } of events) seen.set(stream, (seen.get(stream) ?? 0) + 1)
    if (caughtUp) break
  }
  return seen
}

const productsIn = (seen: ReadonlyMap<string, number>) =>
  [...seen].filter(([stream]) => stream.startsWith('product-')).map(([, events]) => events)

async function signIn(password: string) {
  const commands = createCommandHandler(log)
  const found = await accountBy(commands, await emailKeyOf(keys, email))
  const right = await createPasswords().matches(password, found?.account.passwordHash)
  return right && found ? { role: await roleOf(commands, found.accountId) } : undefined
}

const passwordsSaid = () => said.filter((message) => message.includes('password'))
const printedPassword = () =>
  passwordsSaid()
    .at(-1)
    ?.match(/password (\S+)/)?.[1] ?? ''

test('a new shop has its catalog and one admin, whose password is printed once', async () => {
  await start()
  expect(productsIn(await streams())).toEqual(Array(59).fill(1))
  expect(passwordsSaid()).toHaveLength(1)
  expect(await signIn(printedPassword())).toMatchObject({ role: 'admin' })
})

test('all products but the first are listed at the same time, so that the log stores many of them in one commit', async () => {
  await start()
  expect(mostAtOnce).toBe(58)
})

test('a given password is used and never printed', async () => {
  await start({ password: testPasswords.owner })
  expect(passwordsSaid()).toEqual([])
  expect(said.at(-1)).toMatch(/^ +(\d+) of \1$/)
  expect(await signIn(testPasswords.owner)).toMatchObject({ role: 'admin' })
})

test('starting again changes nothing', async () => {
  await start()
  const head = await log.head()
  await start()
  expect(await log.head()).toBe(head)
  expect(passwordsSaid()).toHaveLength(1)
})

test('another password in the environment is ignored, and the start prints how to set a new password', async () => {
  await start({ password: testPasswords.owner, products: [] })
  const head = await log.head()
  said = []
  await start({ password: testPasswords.owner })
  expect(said).toEqual([])
  await start({ password: 'another one' })
  expect(said.join('\n')).toContain(`npm run shop -- set-password ${email}`)
  expect(said.join('\n')).not.toContain('another one')
  expect(await log.head()).toBe(head)
  expect(await signIn('another one')).toBeUndefined()
})

test.each([
  ['short', /^ADMIN_PASSWORD: .*at least 8/],
  ['87654321', /^ADMIN_PASSWORD: This password is a run of letters, digits or keys\. Choose a longer password/],
  ['root@shop.test1', /^ADMIN_PASSWORD: This password is little more than your name or email address/],
])(
  'the first admin’s password follows the usual rules: %s ends the start, and nothing is created',
  async (password, why) => {
    await expect(start({ password })).rejects.toThrow(why)
    expect(await log.head()).toBe(START)
    expect(said).toEqual([])
  },
)

test('an operator sets a password, which ends the sessions', async () => {
  await start({ password: testPasswords.owner, products: [] })
  const parts = { commands: createCommandHandler(log), keys }
  await expect(setPassword(parts, email, 'short')).rejects.toThrow('at least 8')
  await expect(setPassword(parts, email, '12345678')).rejects.toThrow('a run of letters, digits or keys')
  await expect(setPassword(parts, 'nobody@shop.test', 'set by the operator')).rejects.toThrow('No account has')
  await setPassword(parts, ` ${email.toUpperCase()}`, 'set by the operator')
  expect(await signIn(testPasswords.owner)).toBeUndefined()
  expect(await signIn('set by the operator')).toMatchObject({ role: 'admin' })
  const found = await accountBy(createCommandHandler(log), await emailKeyOf(keys, email))
  expect(found?.account.ver).toBe(1)
})

test('a shop that began without products never gets the first products later', async () => {
  await start({ products: [] })
  await start()
  expect(productsIn(await streams())).toEqual([])
})

test.each([1, 2, 5, 60, 150])('the next start continues a start that is killed after %i appends', async (after) => {
  await start({ after })
  const commands = await start()
  const seen = await streams()
  expect(productsIn(seen)).toEqual(Array(59).fill(1))
  const [stream = ''] = [...seen.keys()].filter((name) => name.startsWith('product-'))
  expect((await commands.load(productDecider, stream as ReturnType<typeof productStream>)).state.details).toBeDefined()
  expect(await signIn(printedPassword())).toMatchObject({ role: 'admin' })
})

test('after a start that was killed before there was an admin, the next start prints a new password', async () => {
  const appendsPerProduct = 3
  await start({ after: 59 * appendsPerProduct + 2 })
  const first = printedPassword()
  await start({ minutesLater: 1 })
  expect(passwordsSaid()).toHaveLength(2)
  expect(printedPassword()).not.toBe(first)
  expect(await signIn(first)).toBeUndefined()
  expect(await signIn(printedPassword())).toMatchObject({ role: 'admin' })
})

test('a start goes on after the log was unreachable for a while', async () => {
  let appends = 0
  const flaky: EventStore = {
    ...log,
    append: (...appended) => {
      if (++appends % 70 === 0) throw new ShopError('UNAVAILABLE', 'The log could not be written')
      return log.append(...appended)
    },
  }
  const parts = { commands: createCommandHandler(flaky), keys, uploadsFolder: '/nowhere' }
  await firstStart(parts, { admin: { email }, catalog, say })
  expect(appends).toBeGreaterThan(140)
  expect(productsIn(await streams())).toEqual(Array(59).fill(1))
  expect(await signIn(printedPassword())).toMatchObject({ role: 'admin' })
})

test('of several concurrent starts, one makes the admin, and only that start prints the password', async () => {
  await Promise.all(Array.from({ length: 4 }, () => start()))
  expect(productsIn(await streams())).toEqual(Array(59).fill(1))
  expect(said.filter((line) => line.includes('password'))).toHaveLength(1)
  expect(await signIn(printedPassword())).toMatchObject({ role: 'admin' })
  expect((await streams()).get('admins')).toBe(1)
})
