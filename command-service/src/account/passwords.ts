import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { preparedPassword } from '@shop/language/account/api'
import { passwords } from '@shop/server/limits/at-once'
import { createQueue } from '@shop/server/limits/queue'
import { createTurns } from '@shop/stores/turns/in-process-turns'

type Cost = Readonly<{ memory: number; passes: number; parallelism: number; tagLength: number }>
/** OWASP's parameters for argon2id, with the memory in KiB. Only new hashes use these parameters. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

const argon2id = promisify(argon2)
type Derive = (algorithm: 'argon2id', parameters: Cost & { message: string; nonce: Buffer }) => Promise<Buffer>

/**
 * Hashes only a few passwords at a time, so that sign-ins cannot use up the processor. For each client, one password is hashed at a time,
 * and networks take turns. Throws OVERLOADED when too many passwords wait.
 */
export function createPasswords(derive: Derive = argon2id) {
  const inTurnOfClient = createTurns()
  const inALane = createQueue(passwords)

  const hashed = (password: string, nonce: Buffer, cost: Cost, client?: string, before = async () => {}) => {
    const hash = () =>
      inALane(client ?? 'shop', async () => {
        await before()
        return derive('argon2id', { ...cost, message: password, nonce })
      })
    return client === undefined ? hash() : inTurnOfClient(client, hash)
  }

  /**
   * Takes the same time for an unknown user and a wrong password (decisions C11: same answer for both). If the prepared (NFC) text differs
   * from the typed text, both texts are tried.
   */
  async function check(password: string, hash: string | undefined, { client, before }: Asking = {}): Promise<Verdict> {
    const { salt, tag, cost } = partsOf(hash) ?? NO_ACCOUNT
    const isRight = async (text: string, counted?: () => Promise<void>) =>
      timingSafeEqual(await hashed(text, salt, cost, client, counted), tag) && tag !== NO_ACCOUNT.tag
    const prepared = preparedPassword(password)
    if (await isRight(prepared, before)) return hash?.startsWith(PREFIX) ? 'right' : 'right as it was stored before'
    return prepared !== password && (await isRight(password)) ? 'right as it was stored before' : 'wrong'
  }

  return {
    check,

    /** Returns the PHC string format, which contains the parameters. */
    async hash(password: string, { client, before }: Asking = {}): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      return `${PREFIX}${base64(salt)}$${base64(await hashed(preparedPassword(password), salt, COST, client, before))}`
    },

    matches: async (password: string, hash: string | undefined, asking?: Asking): Promise<boolean> =>
      (await check(password, hash, asking)) !== 'wrong',
  }
}

/** `before` runs when the password's turn comes. If `before` throws, nothing is hashed, so concurrent guesses cannot evade a limit. */
type Asking = { client?: string; before?: () => Promise<void> }
/** Older hashes were made from the text as typed (decisions A2: NFC), or with another cost. */
type Verdict = 'right' | 'right as it was stored before' | 'wrong'
export type Passwords = ReturnType<typeof createPasswords>

const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
const NO_ACCOUNT = { salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(COST.tagLength), cost: COST }

const HASH =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/

function partsOf(hash = ''): typeof NO_ACCOUNT | undefined {
  const parts = HASH.exec(hash)?.groups
  if (!parts) return undefined
  const tag = Buffer.from(parts.tag!, 'base64')
  const [memory, passes, parallelism] = [Number(parts.memory), Number(parts.passes), Number(parts.parallelism)]
  return { salt: Buffer.from(parts.salt!, 'base64'), tag, cost: { memory, passes, parallelism, tagLength: tag.length } }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
