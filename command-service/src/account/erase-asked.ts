import { isShopError } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Parts } from '../parts.ts'
import { eraseAccount } from './save-account.ts'

/** An erasure that the operator asks for through the queue (`npm run erase`). One that is refused is told, and not tried again. */
export async function eraseAsked(
  parts: Pick<Parts, 'commands' | 'keys' | 'mailer'>,
  accountId: string,
  metadata: CommandMetadata,
): Promise<void> {
  try {
    await eraseAccount(parts, accountId, metadata, undefined)
  } catch (error) {
    if (!isShopError(error, 'NOT_FOUND') && !isShopError(error, 'LAST_ADMIN')) throw error
    logFact('warn', 'Nobody was erased', { account: accountId, reason: error.message })
  }
}
