import { accountStream } from '@shop/language/account/events'
import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { logFact } from '@shop/stores/logger/logger'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { accountDecider } from './account-decider.ts'

type Account = Readonly<{ accountId: string; ver: number }>

/**
 * Replaces an older hash, which was made from the password as typed (decisions A2: NFC) or with another cost. A 5xx error does not stop the
 * sign-in: the next sign-in tries again.
 */
export async function storePasswordAnew(
  { commands }: Readonly<{ commands: CommandHandler }>,
  { accountId, ver }: Account,
  hash: () => Promise<string>,
  metadata: CommandMetadata,
): Promise<void> {
  // This metadata has no digest of the request's body, so the log stores no digest of a password.
  const own = furtherCommand(metadata, 'password stored anew')
  try {
    const command = { type: 'StorePasswordAnew', accountId, passwordHash: await hash(), ver } as const
    await commands.handle(accountDecider, accountStream(accountId), command, own)
  } catch (error) {
    if (!isShopError(error) || error.status < 500) throw error
    logFact('warn', 'A password hash could not be renewed. The next sign-in tries again', {
      accountId,
      reason: error.message,
    })
  }
}
