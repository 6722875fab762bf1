import { isShopError } from '@shop/language/errors'
import { accountStream } from '@shop/language/events/account-events'
import { logFact } from '@shop/logger/logger'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { accountDecider } from './account-decider.ts'

type Account = Readonly<{ accountId: string; ver: number }>

/**
 * Stores a password that was hashed as it was typed in its prepared form (decisions A2). A shop that cannot do it now signs in all the
 * same, and does it at the next sign-in.
 */
export async function storePasswordAnew(
  { commands }: Readonly<{ commands: CommandHandler }>,
  { accountId, ver }: Account,
  hash: () => Promise<string>,
  metadata: CommandMetadata,
): Promise<void> {
  // Not under the request's own id: no digest of a password reaches the log.
  const own = furtherCommand(metadata, 'password stored anew')
  try {
    const command = { type: 'StorePasswordAnew', accountId, passwordHash: await hash(), ver } as const
    await commands.handle(accountDecider, accountStream(accountId), command, own)
  } catch (error) {
    if (!isShopError(error) || error.status < 500) throw error
    logFact('warn', 'A password is stored in its old form until the next sign-in', { accountId, reason: error.message })
  }
}
