import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { logFact } from '@shop/stores/logger/logger'
import { eraseAccount } from '../account/save-account.ts'
import type { Parts } from '../parts.ts'
import { checkDeletionByAdmin } from './open-orders.ts'

/**
 * Runs an erasure queued with `npm run shop -- erase`. With `anyway`, also erases a customer with unfinished orders. A refused
 * erasure is logged and not tried again.
 */
export async function eraseForOperator(
  parts: Pick<Parts, 'commands' | 'keys' | 'mailer'>,
  { accountId, anyway }: Readonly<{ accountId: string; anyway?: true }>,
  metadata: CommandMetadata,
): Promise<void> {
  const logRefusal = (refusal: Error) =>
    logFact('warn', 'Erasure refused', { account: accountId, reason: refusal.message })
  if (!anyway) {
    const refusal = await refusalOf(parts.commands, accountId)
    if (refusal) return logRefusal(refusal)
  }
  try {
    await eraseAccount(parts, accountId, metadata, undefined)
  } catch (error) {
    if (!isShopError(error, 'NOT_FOUND') && !isShopError(error, 'LAST_ADMIN')) throw error
    logRefusal(error)
  }
}

const refusalOf = (commands: Parts['commands'], accountId: string) =>
  checkDeletionByAdmin(commands, accountId).then(
    () => undefined,
    (error: unknown) => {
      if (!isShopError(error, 'CONFLICT')) throw error
      return error
    },
  )
