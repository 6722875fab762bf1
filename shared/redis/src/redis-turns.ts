import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLease } from '@shop/stores/lease'
import { defect, logFact } from '@shop/stores/logger/logger'
import { createTurns } from '@shop/stores/turns/in-process-turns'
import type { Turns } from '@shop/stores/turns/turns'
import { connectForCalls, PREFIX } from './connection.ts'

/** The holder renews its turn while it works. If the holder dies, other processes wait until the turn expires. */
const LASTS_MS = 10_000
/** All work in a turn takes less time than this. */
const LONGEST_WORK_MS = 60_000
const PAUSE_MS = 50

const RENEW = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('pexpire', KEYS[1], ARGV[2]) or 0"
const RELEASE = "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0"

/**
 * Turns that processes share through a Redis server (`redis://…`). STORAGE FORMAT: `selvedge:turn:<digest of the key>` is the id of the
 * turn's holder, and expires.
 */
export function openRedisTurns(url: string, { lastsMs = LASTS_MS } = {}): Turns {
  const redis = connectForCalls(url)
  // Calls in this process wait for each other without a request to the server.
  const ownTurn = createTurns()

  async function begin(key: string, own: string): Promise<boolean> {
    const untilMs = performance.now() + LONGEST_WORK_MS
    for (let tries = 0; ; tries++) {
      const isOurs = (await redis.set(key, own, 'PX', lastsMs, 'NX')) === 'OK'
      if (isOurs || performance.now() > untilMs) return tries > 0
      await sleep(PAUSE_MS)
    }
  }

  return {
    inTurn: (name, work) =>
      ownTurn(name, async (hasWaitedHere) => {
        const key = `${PREFIX}:turn:${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`
        const own = randomUUID()
        const hasWaited = await begin(key, own).catch((error: unknown) => {
          logFact(
            'warn',
            'Redis does not answer. This process does not wait for the turns of other processes',
            defect(error),
          )
          return true
        })
        const lease = keepLease(
          async () => (await redis.eval(RENEW, 1, key, own, lastsMs)) === 1,
          async () => void (await redis.eval(RELEASE, 1, key, own).catch(() => {})),
          lastsMs,
        )
        try {
          return await work(hasWaited || hasWaitedHere)
        } finally {
          await lease.release()
        }
      }),
    async close() {
      redis.disconnect()
    },
  }
}
