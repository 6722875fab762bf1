import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { preparedPassword } from '@shop/language/account/api'
import { passwords } from '@shop/server/limits/at-once'
import { createQueue } from '@shop/server/limits/queue'
import { createTurns } from '@shop/stores/turns/in-process-turns'

/** OWASP's parameters for argon2id: 19 MiB of memory, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

const argon2id = promisify(argon2)
type Derive = (algorithm: 'argon2id', parameters: typeof COST & { message: string; nonce: Buffer }) => Promise<Buffer>

/**
 * Hashes and checks passwords with argon2id, only a few at a time, so that sign-ins cannot use up the processor. For each client, one
 * password is hashed at a time, and networks take turns. So a hostile network delays another client by at most one hash. Throws OVERLOADED
 * when too many passwords wait.
 */
export function createPasswords(derive: Derive = argon2id) {
  const inTurnOfClient = createTurns()
  const inALane = createQueue(passwords)

  const hashed = (password: string, nonce: Buffer, client?: string, before = async () => {}) => {
    const hash = () =>
      inALane(client ?? 'shop', async () => {
        await before()
        return derive('argon2id', { ...COST, message: password, nonce })
      })
    return client === undefined ? hash() : inTurnOfClient(client, hash)
  }

  /**
   * Takes the same time for an unknown user and a wrong password (decisions C11: same answer for both). `before` runs when the password's
   * turn comes. It can count and refuse a guess, so concurrent guesses cannot evade a limit. If the prepared (NFC) text differs from the
   * typed text, both are tried.
   */
  async function check(password: string, hash: string | undefined, { client, before }: Asking = {}): Promise<Verdict> {
    const [salt, tag] = partsOf(hash) ?? NO_ACCOUNT
    const isRight = async (text: string, counted?: () => Promise<void>) =>
      timingSafeEqual(await hashed(text, salt, client, counted), tag) && tag !== NO_ACCOUNT[1]
    const prepared = preparedPassword(password)
    if (await isRight(prepared, before)) return 'right'
    return prepared !== password && (await isRight(password)) ? 'right as it was stored before' : 'wrong'
  }

  return {
    check,

    /** Returns the PHC string format, which contains the parameters. */
    async hash(password: string, { client, before }: Asking = {}): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      return `${PREFIX}${base64(salt)}$${base64(await hashed(preparedPassword(password), salt, client, before))}`
    },

    matches: async (password: string, hash: string | undefined, asking?: Asking): Promise<boolean> =>
      (await check(password, hash, asking)) !== 'wrong',
  }
}

/** `before` runs when the password's turn comes. If it throws, nothing is hashed. */
type Asking = { client?: string; before?: () => Promise<void> }
/** Older hashes were made from the text as typed (decisions A2: NFC). */
type Verdict = 'right' | 'right as it was stored before' | 'wrong'
export type Passwords = ReturnType<typeof createPasswords>

const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
const NO_ACCOUNT = [Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength)] as const

function partsOf(hash = ''): readonly [Buffer, Buffer] | undefined {
  if (!hash.startsWith(PREFIX)) return undefined
  const [salt = '', tag = ''] = hash.slice(PREFIX.length).split('$')
  return [Buffer.from(salt, 'base64'), Buffer.from(tag, 'base64')]
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
