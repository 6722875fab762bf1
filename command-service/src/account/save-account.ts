import { accountStream } from '@shop/language/account/events'
import { ROLES_STREAM } from '@shop/language/account/role-events'
import { isShopError } from '@shop/language/errors'
import type { Role } from '@shop/language/values/role'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { claim, release } from '../claim/claims.ts'
import { eraseCorrespondentBy } from '../correspondent/correspondents.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type AccountCommand, accountDecider, unknownUser } from './account-decider.ts'
import { accountBy, accountOf, emailKeyOf } from './accounts.ts'
import { adminsIn, rolesDecider } from './roles-decider.ts'

type Saver = Pick<Parts, 'commands' | 'keys'>
type Eraser = Pick<Parts, 'commands' | 'keys' | 'mailer'>
type Person = Readonly<{ name: string; email: string }>
type Changes = Readonly<{ [Field in keyof Person]?: Person[Field] | undefined } & { role?: Role | undefined }>

/**
 * A retry finds the same account, because `accountId` is derived from the command's id. `taken`: the refusal if another account has the
 * e-mail address.
 */
export async function registerAccount(
  { commands, keys }: Saver,
  accountId: string,
  { name, email }: Person,
  hash: () => Promise<string>,
  taken: () => Error,
  metadata: CommandMetadata,
) {
  const emailKey = await emailKeyOf(keys, email)
  if (await accountBy(commands, emailKey)) throw taken()
  // Hash before the claim: if hashing throws OVERLOADED, the address must still be free.
  const passwordHash = await hash()
  await claimEmail(commands, accountId, emailKey, taken, metadata)
  const command: AccountCommand = { type: 'Register', accountId, name, email, emailKey, passwordHash }
  return commands.handle(accountDecider, accountStream(accountId), command, metadata)
}

/** Missing fields stay as they are. Steps that can be refused come first, so that a refusal does not leave the edit half done. */
export async function editAccount(
  { commands, keys }: Saver,
  accountId: string,
  { name, email, role }: Changes,
  taken: () => Error,
  metadata: CommandMetadata,
) {
  const stream = accountStream(accountId)
  const earlier = await commands.answered(accountDecider, stream, metadata)
  const before = await accountOf(commands, accountId)
  if (!earlier && before.status !== 'active') throw unknownUser()
  const address = email === undefined ? undefined : { email, emailKey: await emailKeyOf(keys, email) }
  if (address && !earlier) await claimEmail(commands, accountId, address.emailKey, taken, metadata)
  try {
    const roles = await (earlier
      ? rolesAfter(commands, metadata)
      : setRole(commands, accountId, role, metadata, metadata.actor.id))
    const account =
      earlier ?? (await commands.handle(accountDecider, stream, { type: 'Edit', accountId, name, address }, metadata))
    return { account, roles }
  } finally {
    if (address) await releaseFormer(commands, accountId, [before.emailKey, address.emailKey], metadata)
  }
}

/**
 * The account's personal data can never be read again (decisions C14). Each step can safely be repeated. `by`: the admin who sent the
 * command; undefined for the owner and the operator.
 */
export async function eraseAccount(
  { commands, keys, mailer }: Eraser,
  accountId: string,
  metadata: CommandMetadata,
  by: string | undefined,
) {
  const stream = accountStream(accountId)
  const earlier = await commands.answered(accountDecider, stream, metadata)
  if (!earlier && (await accountOf(commands, accountId)).status !== 'active') throw unknownUser()
  const roles = await setRole(commands, accountId, 'customer', metadata, by)
  const account = await commands.handle(accountDecider, stream, { type: 'Erase', accountId }, metadata)
  const forgotten = await finishErasure(
    { commands, keys, mailer },
    { accountId, emailKey: account.state.emailKey },
    metadata,
  )
  return { account, roles, forgotten }
}

/** The part of an erasure after the event AccountErased. A process manager repeats this part, in case the first run stopped halfway. */
export async function finishErasure(
  { commands, keys, mailer }: Eraser,
  { accountId, emailKey }: { accountId: string; emailKey: string },
  metadata: CommandMetadata,
) {
  await release(commands, { kind: 'email', key: emailKey, ownerId: accountId }, metadata)
  await keys.destroy(accountId)
  commands.forget(accountId)
  await mailer.forget(accountId)
  // Messages stay if the address was not confirmed, because the address may belong to another person. They also stay if the key is
  // destroyed already, because the address may have a new owner by now.
  const { isConfirmed, keyDestroyed } = await accountOf(commands, accountId)
  if (isConfirmed && !keyDestroyed) await eraseCorrespondentBy({ commands, keys, mailer }, emailKey, metadata)
  // This event makes the read models remove personal data that they stored before the key was destroyed.
  return commands.ensure(
    accountDecider,
    accountStream(accountId),
    { type: 'NoteKeyDestroyed', accountId },
    onceOnly(metadata, 'key destroyed', accountId),
  )
}

/** Without `role`, the account keeps its role. Throws LAST_ADMIN if the last admin, or the admin `by`, would lose the role `admin`. */
export async function setRole(
  commands: Parts['commands'],
  accountId: string,
  role: Role | undefined,
  metadata: CommandMetadata,
  by: string | undefined,
) {
  const now = await commands.load(rolesDecider, ROLES_STREAM)
  if (role === undefined) return now
  const erased = await erasedOf(commands, adminsIn(now.state))
  const command = { type: 'SetRole', accountId, role, by, erased } as const
  return commands.handle(rolesDecider, ROLES_STREAM, command, furtherCommand(metadata, 'role'))
}

/** A request can make an account an admin while the account is erased. */
async function erasedOf(commands: Parts['commands'], accountIds: readonly string[]) {
  const accounts = await Promise.all(accountIds.map((id) => accountOf(commands, id)))
  return accountIds.filter((_, number) => accounts[number]?.status === 'erased')
}

const rolesAfter = async (commands: Parts['commands'], metadata: CommandMetadata) =>
  (await commands.answered(rolesDecider, ROLES_STREAM, furtherCommand(metadata, 'role'))) ??
  commands.load(rolesDecider, ROLES_STREAM)

export async function claimEmail(
  commands: Parts['commands'],
  accountId: string,
  key: string,
  taken: () => Error,
  metadata: CommandMetadata,
) {
  const holds = async (ownerId: string) => {
    const { status, emailKey } = await accountOf(commands, ownerId)
    return status === 'active' && emailKey === key
  }
  try {
    await claim(commands, { kind: 'email', key, ownerId: accountId }, holds, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? taken() : error
  }
}

export async function releaseFormer(
  commands: Parts['commands'],
  accountId: string,
  emailKeys: readonly string[],
  metadata: CommandMetadata,
) {
  const now = (await accountOf(commands, accountId)).emailKey
  for (const key of new Set(emailKeys))
    if (key !== now) await release(commands, { kind: 'email', key, ownerId: accountId }, metadata)
}
