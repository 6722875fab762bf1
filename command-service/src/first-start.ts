import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { emailForm } from '@shop/language/account/email'
import { accountStream } from '@shop/language/account/events'
import { ROLES_STREAM } from '@shop/language/account/role-events'
import type { CreateProductBody } from '@shop/language/product/api'
import { idFrom } from '@shop/language/values/id-from'
import { ConfigError } from '@shop/server/config'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { patiently } from '@shop/server/patiently'
import { logFact } from '@shop/stores/logger/logger'
import { type AccountCommand, accountDecider } from './account/account-decider.ts'
import { accountBy, accountOf, emailKeyOf } from './account/accounts.ts'
import { operatorsPassword } from './account/easy-passwords.ts'
import { createPasswords } from './account/passwords.ts'
import { hasAdmin, rolesDecider } from './account/roles-decider.ts'
import { registerAccount } from './account/save-account.ts'
import type { CommandHandler } from './handler/command-handler.ts'
import type { Parts } from './parts.ts'
import { listProduct } from './product/save-product.ts'

type Opening = Readonly<{
  admin: { email: string; password?: string | undefined }
  /** The first products, each with a SKU. */
  catalog: readonly CreateProductBody[]
  say: (message: string) => void
}>

const NAME = 'Admin'
const REPORT_EVERY = 20

/** If another process has created the first account, that process has this long to make the account admin. */
const TIME_TO_FINISH_MS = 5_000

type Starter = Pick<Parts, 'commands' | 'keys' | 'uploadsFolder'>

/**
 * If a start is killed, the next start continues. A shop that has an admin is never changed. Several processes may call this at the same
 * time.
 */
export const firstStart = (parts: Starter, opening: Opening) =>
  patiently(() => openNew(parts, opening), {
    onWait: ({ message: reason }) => logFact('warn', 'The first start has failed and is tried again', { reason }),
  })

async function openNew(parts: Starter, { admin, catalog, say }: Opening) {
  if (await isOpened(parts.commands)) return reportOtherPassword(parts, admin, say)
  await requireGoodPassword(admin)
  await seed(parts, catalog, say)
  await makeAdmin(parts, admin, say)
}

const isOpened = async (commands: CommandHandler) => hasAdmin((await commands.load(rolesDecider, ROLES_STREAM)).state)

/** The rules are the same as for all other passwords (decisions A2). Throws ConfigError before anything is created. */
async function requireGoodPassword({ email, password }: Opening['admin']) {
  if (password === undefined) return
  try {
    await operatorsPassword(password, { name: NAME, email })
  } catch (cause) {
    throw new ConfigError(`ADMIN_PASSWORD: ${(cause as Error).message}`, { cause })
  }
}

/** An existing admin keeps their password. */
async function reportOtherPassword(
  { commands, keys }: Starter,
  { email, password }: Opening['admin'],
  say: Opening['say'],
) {
  if (password === undefined) return
  const found = await accountBy(commands, await emailKeyOf(keys, email))
  if (found && (await createPasswords().matches(password, found.account.passwordHash))) return
  const why = found ? `${email} has a different password` : `No account has the e-mail address ${email}`
  say(`ADMIN_PASSWORD counts only at the first start of a new shop, so it is ignored. ${why}.`)
  if (found) say(`  To change it: npm run shop -- set-password ${email}`)
}

/** Ids are derived from the SKUs, so no product is listed twice. */
async function seed(parts: Starter, catalog: readonly CreateProductBody[], say: Opening['say']) {
  const [first, ...rest] = catalog
  if (!first) return
  let listed = 0
  const list = async (product: CreateProductBody) => {
    const sku = product.sku ?? product.name
    await listProduct(parts, idFrom('catalogue', sku), product, asSystem(idFrom('seed', sku)))
    listed++
    if (listed % REPORT_EVERY === 0 || listed === catalog.length) say(`  ${listed} of ${catalog.length}`)
  }
  say('Filling the shop with its first products…')
  await list(first)
  // The log stores many concurrent products in one commit.
  await Promise.all(rest.map(list))
}

async function makeAdmin(parts: Starter, { email, password }: Opening['admin'], say: Opening['say']) {
  const { commands } = parts
  const accountId = idFrom('first-admin', email)
  const chosen = password ?? randomBytes(12).toString('base64url')
  const passwordHash = await createPasswords().hash(chosen)
  if (!(await registersFirst(parts, accountId, email, passwordHash))) {
    if (await otherProcessFinishes(commands, accountId)) return
    // An earlier start may have died before it printed the password, so this start sets a new password.
    const command: AccountCommand = { type: 'ChangePassword', accountId, passwordHash, by: 'operator' }
    await commands.handle(accountDecider, accountStream(accountId), command, asSystem(randomUUID()))
  }
  if (password === undefined) say(`The admin is ${email}, the password ${chosen} (shown only once)`)
  await commands.handle(
    rolesDecider,
    ROLES_STREAM,
    { type: 'SetRole', accountId, role: 'admin', by: undefined },
    asSystem(randomUUID()),
  )
}

/** Returns true in the one process that creates the account. */
async function registersFirst(parts: Starter, accountId: string, email: string, passwordHash: string) {
  const isThere = async () => (await accountOf(parts.commands, accountId)).status !== 'none'
  if (await isThere()) return false
  const taken = () => new Error(`${email} belongs to another account`)
  const person = { name: NAME, email: emailForm(email) }
  try {
    await registerAccount(parts, accountId, person, async () => passwordHash, taken, asSystem(randomUUID()))
    return true
  } catch (error) {
    if (await isThere()) return false
    throw error
  }
}

async function otherProcessFinishes(commands: CommandHandler, accountId: string) {
  const { recordedAt } = await commands.load(accountDecider, accountStream(accountId))
  const giveUpMs = Date.parse(recordedAt) + TIME_TO_FINISH_MS
  while (commands.now().getTime() < giveUpMs) {
    if (await isOpened(commands)) return true
    await sleep(50)
  }
  return false
}

const asSystem = (causationId: string): CommandMetadata => ({
  correlationId: 'first-start',
  causationId,
  actor: { role: 'system' },
})
