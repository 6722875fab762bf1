import Router from '@koa/router'
import {
  createWaiting,
  type FollowedStandings,
  missingOf,
  type Reached,
  type Standings,
} from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

const LONGEST_WAIT_MS = 1_500
/** Longer than an answer waits for news. */
const ANSWER_WITHIN_MS = 3_000
const ASK_AGAIN_MS = 50

/** `turn` changes with every news, and is another one in another process. */
type News = Readonly<{ turn: string; standings: Standings }>

/** For other rooms alone: `GET /standings?after=<turn>` answers as soon as the standings are no longer those of that turn. */
export function standingsRoute({ standings, onMove }: FollowedStandings): Middleware {
  const era = crypto.randomUUID().slice(0, 8)
  let number = 0
  let moved = Promise.withResolvers<void>()
  onMove(() => {
    number++
    moved.resolve()
    moved = Promise.withResolvers()
  })
  const turn = () => `${era}-${number}`

  return new Router({ strict: true, sensitive: true })
    .get('/standings', async (ctx) => {
      if (ctx.query.after === turn()) {
        const { promise: enough, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, LONGEST_WAIT_MS)
        await Promise.race([moved.promise, enough])
        clearTimeout(timer)
      }
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { turn: turn(), standings: standings() } satisfies News
    })
    .routes() as Middleware
}

/**
 * Tells what is missing of a position in any of the query-services that are ready; `behind` while none is. Of each one
 * question at a time is open, "tell me when your read models have moved", however many wait; none while nobody does.
 */
export function slowestOf(instances: Readonly<{ ready: () => readonly string[] }>): Reached {
  const known = new Map<string, Reached>()

  function reachedAt(origin: string) {
    const reached = known.get(origin) ?? askStandings(origin, () => instances.ready().includes(origin))
    known.set(origin, reached)
    return reached
  }

  return async (position, timeoutMs) => {
    const found = await Promise.all(instances.ready().map((origin) => reachedAt(origin)(position, timeoutMs)))
    return {
      behind: found.length === 0 || found.some(({ behind }) => behind),
      halted: [...new Set(found.flatMap(({ halted }) => halted))],
    }
  }
}

function askStandings(origin: string, isThere: () => boolean): Reached {
  let known: News | undefined
  let hasGone = false
  let isAsking = false
  // One that has gone shows nothing to anybody: nobody waits for it.
  const waiting = createWaiting(() => (hasGone ? {} : known?.standings))

  async function ask() {
    if (isAsking) return
    isAsking = true
    do {
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
        const response = await fetch(`${origin}/standings?after=${known?.turn ?? ''}`, { signal })
        if (!response.ok) throw new Error(`It answered ${response.status}`)
        known = (await response.json()) as News
      } catch {
        hasGone = !isThere()
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      }
      waiting.look()
    } while (waiting.isAnybody())
    isAsking = false
  }

  return (position, timeoutMs) => {
    hasGone = false
    const { behind, halted } = missingOf(known?.standings, position)
    // What has halted may have been resumed meanwhile: the next who asks is told so.
    if (behind || halted.length > 0) void ask()
    return waiting.reached(position, timeoutMs)
  }
}
