import type { ChangePasswordBody } from '@shop/language/account/api'
import { invalidField } from '@shop/language/errors'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { usedKey } from '../handler/earlier-answers.ts'
import type { Parts } from '../parts.ts'
import type { Account } from './account-state.ts'
import { accountOf } from './accounts.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSignInLimits } from './sign-in-limits.ts'

/** One set of limits on guessing applies to all checks of passwords. */
export function createPasswordCheck({ commands, counters }: Pick<Parts, 'commands' | 'counters'>) {
  const passwords = createPasswords()
  const limits = createSignInLimits(counters)

  async function matches(address: string, emailKey: string, password: string, hash: string) {
    const guesser = { address, emailKey, known: `signed in from ${networkOf(address)}` }
    await limits.refuseGuesser(guesser)
    const before = () => limits.countTry(guesser)
    if (!(await passwords.matches(password, hash, { client: clientOf(address), before }))) return false
    await limits.forgiveTry(guesser)
    return true
  }

  return {
    passwords,
    limits,

    /**
     * Returns the account if `password` is right. A wrong password counts as a guess and throws VALIDATION_FAILED at `path`, because a 401
     * would end the caller's session (decisions C15: expired token). Throws RATE_LIMITED.
     */
    async confirm(address: string, accountId: string, { password, path }: { password: string; path: string }) {
      const account = await accountOf(commands, accountId)
      if (!(await matches(address, account.emailKey, password, account.passwordHash)))
        throw invalidField(path, 'This is not the password of this account')
      return account
    },

    /**
     * Whether the last change of the account's password was from `given.currentPassword` to `given.newPassword`. A wrong password counts as
     * a guess. Throws RATE_LIMITED.
     */
    isOfChange: async (address: string, { emailKey, passwordHash, formerHash }: Account, given: ChangePasswordBody) =>
      (await matches(address, emailKey, given.newPassword, passwordHash)) &&
      (await matches(address, emailKey, given.currentPassword, formerHash)),
  }
}

/** Digests leave passwords out. Throws IDEMPOTENCY_MISMATCH unless a repeated request has the password of the first request. */
export async function requireSamePassword(
  passwords: Passwords,
  password: string,
  { passwordHash }: Account,
  client?: string,
) {
  if (!(await passwords.matches(password, passwordHash, client === undefined ? {} : { client }))) throw usedKey()
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>
