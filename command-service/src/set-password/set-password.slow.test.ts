import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountBy, emailKeyOf } from '../account/accounts.ts'
import { createPasswords } from '../account/passwords.ts'
import { firstStart } from '../first-start.ts'
import { createCommandHandler } from '../handler/command-handler.ts'

const admin = { email: 'root@shop.test', password: testPasswords.adminOfARoom }
const NEW = testPasswords.adminOfARoomChanged

// Hash with the same parameters as the real shop.
vi.stubEnv('PASSWORD_HASHES', 'real')
afterAll(() => vi.unstubAllEnvs())

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-set-password-'))
  await withShop((parts) => firstStart({ ...parts, uploadsFolder: '' }, { admin, catalog: [], say: () => {} }))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Opened = { commands: ReturnType<typeof createCommandHandler>; keys: ReturnType<typeof openSqliteKeyStore> }

async function withShop<Result>(use: (opened: Opened) => Promise<Result>) {
  const keys = openSqliteKeyStore(join(folder, 'keys.db'))
  const log = createShopLog(openSqliteEventStore(join(folder, 'events.db')), keys)
  try {
    return await use({ commands: createCommandHandler(log), keys })
  } finally {
    await log.close()
    await keys.close()
  }
}

async function setPassword(words: readonly string[], input: string) {
  const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' }
  const tool = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { env })
  tool.stdin.end(input)
  const [out, error] = await Promise.all([text(tool.stdout), text(tool.stderr)])
  return { code: tool.exitCode ?? (await new Promise((resolve) => tool.once('close', resolve))), out, error }
}

const isPassword = (password: string) =>
  withShop(async ({ commands, keys }) => {
    const found = await accountBy(commands, await emailKeyOf(keys, admin.email))
    return createPasswords().matches(password, found?.account.passwordHash)
  })

test('the password on the standard input is set, and printed nowhere', async () => {
  const { code, out, error } = await setPassword([admin.email], `${NEW}\n`)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toMatch(/^root@shop.test has a new password/)
  expect(out).not.toContain(NEW)
  expect(readFileSync(join(folder, 'events.db')).includes(NEW)).toBe(false)
  expect([await isPassword(NEW), await isPassword(admin.password)]).toEqual([true, false])
})

test('a shop on the same files must be stopped first, and a password among the arguments is refused', async () => {
  const busy = await withShop(() => setPassword([admin.email], NEW))
  expect(busy).toMatchObject({ code: 1, error: expect.stringMatching(/in use.+ Stop the shop first\n$/) })
  const shown = await setPassword([admin.email, NEW], '')
  expect(shown).toMatchObject({ code: 1, error: expect.stringMatching(/^Usage: /) })
  expect(await isPassword(admin.password)).toBe(true)
})
