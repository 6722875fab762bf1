import { randomBytes, randomUUID } from 'node:crypto'
import type { CreateProductBody } from '@shop/shared/api/catalog'
import { accountStream } from '@shop/shared/events/account-events'
import { ADMINS_STREAM } from '@shop/shared/events/admin-events'
import { idFrom } from '@shop/shared/events/event-id'
import type { CommandMetadata } from '@shop/shared/http/request-metadata'
import { type AccountCommand, accountDecider } from './account/account-decider.ts'
import { accountOf } from './account/accounts.ts'
import { adminsDecider } from './account/admins-decider.ts'
import { createPasswords } from './account/passwords.ts'
import { registerAccount } from './account/save-account.ts'
import type { Parts } from './parts.ts'
import { listProduct } from './product/save-product.ts'

type Opening = Readonly<{
  admin: { email: string; password?: string | undefined }
  /** What a new shop sells; empty for one that begins with nothing. Each product has a SKU. */
  catalogue: readonly CreateProductBody[]
  /** Tells whoever starts the shop something once. */
  say: (message: string) => void
}>

const TOLD_EVERY = 20

type Starter = Pick<Parts, 'commands' | 'keys' | 'uploadsFolder'>

/**
 * Opens a new shop: lists the catalogue, then makes the first admin. The admin is the sign that all is done, so a start
 * that was killed goes on at the next one, and a shop that has an admin is never touched.
 */
export async function firstStart(parts: Starter, { admin, catalogue, say }: Opening) {
  const { state: admins } = await parts.commands.load(adminsDecider, ADMINS_STREAM)
  if (admins.size > 0) return
  await seed(parts, catalogue, say)
  await makeAdmin(parts, admin, say)
}

/** Ids and commands are made from the SKUs: what is listed already is not listed again. */
async function seed(parts: Starter, catalogue: readonly CreateProductBody[], say: Opening['say']) {
  const [first, ...rest] = catalogue
  if (!first) return
  let listed = 0
  const list = async (product: CreateProductBody) => {
    const sku = product.sku ?? product.name
    await listProduct(parts, idFrom('catalogue', sku), product, asSystem(idFrom('seed', sku)))
    listed++
    if (listed % TOLD_EVERY === 0 || listed === catalogue.length) say(`  ${listed} of ${catalogue.length}`)
  }
  say('Filling the shop with its first pieces…')
  await list(first)
  // Side by side, so that the log commits many at once.
  await Promise.all(rest.map(list))
}

async function makeAdmin(parts: Starter, { email, password }: Opening['admin'], say: Opening['say']) {
  const accountId = idFrom('first-admin', email)
  const chosen = password ?? randomBytes(12).toString('base64url')
  const passwordHash = await createPasswords().hash(chosen)
  const { status } = await accountOf(parts.commands, accountId)
  if (status === 'none') {
    const taken = () => new Error(`${email} belongs to another account`)
    const person = { name: 'Admin', email: email.trim().toLowerCase() }
    await registerAccount(parts, accountId, person, async () => passwordHash, taken, asSystem(randomUUID()))
  } else {
    // An earlier start died before it could tell the password, or before anybody was admin.
    const command: AccountCommand = { type: 'SetPassword', accountId, passwordHash }
    await parts.commands.handle(accountDecider, accountStream(accountId), command, asSystem(randomUUID()))
  }
  if (password === undefined) say(`The admin is ${email}, the password ${chosen} (told this once)`)
  await parts.commands.handle(adminsDecider, ADMINS_STREAM, { type: 'Grant', accountId }, asSystem(randomUUID()))
}

const asSystem = (causationId: string): CommandMetadata => ({
  correlationId: 'first-start',
  causationId,
  actor: { role: 'system' },
})
