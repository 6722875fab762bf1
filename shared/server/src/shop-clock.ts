import { type Clock, followedClock, systemClock } from '@shop/stores/followed-clock'
import { logFact } from '@shop/stores/logger/logger'
import type { Check } from './http/health.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A clock this far behind the newest stored time was set back, or its battery is empty. */
const MOST_BEFORE_MS = 5 * MINUTE_MS
/** A clock this far ahead of the newest stored time is probably wrong. */
const MOST_AFTER_MS = 30 * DAY_MS
const IN_DOUBT_FOR_MS = HOUR_MS

export type ShopClock = ReturnType<typeof openShopClock>

export type CommandClock = Pick<ShopClock, 'lasting' | 'forgetting'>

/** Makes a clock that is never in doubt. */
export const plainClock = (now: () => number): CommandClock => ({ lasting: now, forgetting: now })

/**
 * Opens the clock of a process and compares it with the machine's clock every minute. Code that permanently deletes old data must use
 * `forgetting`: while the clock may be wrong, it returns a very early time, so that no data is old. `confirmedDay`: today's date, if the
 * operator has confirmed it.
 */
export function openShopClock(
  opening: AsyncDisposableStack,
  { confirmedDay, clock = systemClock, everyMs = MINUTE_MS }: Options = {},
) {
  const { now, lasting, compare } = followedClock(clock)
  /** A time that advances steadily, even if the machine's clock jumps. */
  const steadyMs = () => lasting(Number.NEGATIVE_INFINITY)
  let doubt: Readonly<{ why: string; untilMs: number }> | undefined
  let behindMs = 0

  const comparing = setInterval(compareNow, everyMs).unref()
  opening.defer(() => clearInterval(comparing))

  function compareNow() {
    const before = now()
    const aheadMs = compare()
    if (aheadMs > 0) {
      const since = new Date(before).toISOString()
      logFact(
        'warn',
        'The clock has jumped forwards. The shop follows it, but holds keep the time that they had left',
        {
          seconds: Math.round(aheadMs / 1000),
          since,
        },
      )
      if (aheadMs > MOST_AFTER_MS) begin(`jumped forwards by ${inWords(aheadMs)}`)
    }
    if (aheadMs < 0 && behindMs === 0)
      logFact('warn', 'The clock was set back. The shop follows it only after a restart', {
        seconds: Math.round(-aheadMs / 1000),
      })
    behindMs = Math.max(0, -aheadMs)
  }

  function begin(why: string) {
    doubt = { why, untilMs: steadyMs() + IN_DOUBT_FOR_MS }
    const day = new Date(now()).toISOString().slice(0, 10)
    logFact(
      'warn',
      `The clock may be wrong: ${why}. The shop still sells, but deletes no old data for an hour. If the clock is right, start the shop with CLOCK_CONFIRMED=${day}`,
    )
  }

  const isInDoubt = () => doubt !== undefined && steadyMs() < doubt.untilMs

  return {
    now,
    lasting,
    isInDoubt,
    forgetting: () => (isInDoubt() ? 0 : now()),

    /** Call this at a start, with the time of the newest event or of other stored data. */
    compareWith(what: string, newestAt: string | undefined) {
      const afterMs = newestAt === undefined ? 0 : now() - Date.parse(newestAt)
      const isOdd = afterMs > MOST_AFTER_MS || afterMs < -MOST_BEFORE_MS
      if (!isOdd || new Date(now()).toISOString().startsWith(`${confirmedDay}T`)) return
      begin(`${inWords(Math.abs(afterMs))} ${afterMs > 0 ? 'after' : 'before'} ${what}`)
    },

    check(): Check {
      if (isInDoubt()) return `in doubt: ${doubt?.why}`
      return behindMs > 0 ? `ahead of the machine's by ${inWords(behindMs)}` : 'ok'
    },
  }
}

/**
 * Several processes record events, each by the clock of its machine. Every minute, compares the clock of this process with the newest
 * event, so that a slow clock is in doubt (reliability R21).
 */
export function watchSlowClock(
  opening: AsyncDisposableStack,
  clock: Pick<ShopClock, 'now' | 'isInDoubt' | 'compareWith'>,
  newestAt: () => Promise<string | undefined>,
) {
  const comparing = setInterval(async () => {
    const at = await newestAt().catch(() => undefined)
    if (at && Date.parse(at) > clock.now() && !clock.isInDoubt()) clock.compareWith('the newest event', at)
  }, MINUTE_MS).unref()
  opening.defer(() => clearInterval(comparing))
}

type Options = Readonly<{ confirmedDay?: string | undefined; clock?: Clock; everyMs?: number }>

function inWords(ms: number) {
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)} days`
  return ms >= 2 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.max(1, Math.round(ms / MINUTE_MS))} minutes`
}
