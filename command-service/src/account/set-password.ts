import { randomUUID } from 'node:crypto'
import { accountStream } from '@shop/language/account/events'
import type { Parts } from '../parts.ts'
import { accountDecider } from './account-decider.ts'
import { accountBy, emailKeyOf } from './accounts.ts'
import { operatorsPassword } from './easy-passwords.ts'
import { createPasswords } from './passwords.ts'

/** All sessions of the account end. Throws if no account has the address, or if the password breaks a rule. */
export async function setPassword({ commands, keys }: Pick<Parts, 'commands' | 'keys'>, email: string, given: string) {
  const found = await accountBy(commands, await emailKeyOf(keys, email))
  if (!found) throw new Error(`No account has the e-mail address ${email}`)
  const password = await operatorsPassword(given, found.account)
  const { accountId } = found
  const passwordHash = await createPasswords().hash(password)
  const change = { type: 'ChangePassword', accountId, passwordHash, by: 'operator' } as const
  const id = randomUUID()
  const asSystem = { correlationId: id, causationId: id, actor: { role: 'system' as const } }
  await commands.handle(accountDecider, accountStream(accountId), change, asSystem)
  await commands.untilKnownEverywhere()
}
