import { invalidField } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import type { Parts } from '../parts.ts'
import { accountOf } from './accounts.ts'
import { createPasswords } from './passwords.ts'
import { createSignInLimits } from './sign-in-limits.ts'

/** Checks passwords at signing in and elsewhere, under the same limits on guessing. */
export function createPasswordCheck({ commands, counters }: Pick<Parts, 'commands' | 'counters'>) {
  const passwords = createPasswords()
  const limits = createSignInLimits(counters)

  return {
    passwords,
    limits,

    /**
     * The account, if this is its password. A wrong one counts as a guess, and is 400 at its `path` in the body, since 401 would
     * end the caller's session (decisions C15). Throws RATE_LIMITED.
     */
    async confirm(address: string, accountId: string, { password, path }: { password: string; path: string }) {
      const account = await accountOf(commands, accountId)
      const { emailKey, passwordHash } = account
      await limits.refuseGuesser(address, emailKey)
      const before = () => limits.countTry(address, emailKey)
      if (!(await passwords.matches(password, passwordHash, { client: clientOf(address), before })))
        throw invalidField(path, 'This is not the password of this account')
      await limits.forgiveTry(address, emailKey)
      return account
    },
  }
}
export type PasswordCheck = ReturnType<typeof createPasswordCheck>
