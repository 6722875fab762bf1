import Router from '@koa/router'
import {
  createWaiting,
  type FollowedStandings,
  missingOf,
  type Reached,
  type Standings,
} from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'
import { queryOf } from './parse.ts'

const LONGEST_WAIT_MS = 1_500
/** The time limit of one request, longer than a long poll. */
const ANSWER_WITHIN_MS = 3_000
const ASK_AGAIN_MS = 50

/** `turn` changes whenever the standings change. Each process has different values. */
type News = Readonly<{ turn: string; standings: Standings }>

/** A long poll for other rooms: `GET /standings?after=<turn>` answers when the standings have changed since that turn. */
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
      if (queryOf(ctx).get('after') === turn()) {
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
 * Waits until all ready query-services show a position in the wanted read models, or until the timeout. `behind` is also true if no
 * query-service is ready.
 */
export function slowestOf(instances: Readonly<{ ready: () => readonly string[] }>): Reached {
  const known = new Map<string, Reached>()

  function reachedAt(origin: string) {
    const reached = known.get(origin) ?? askStandings(origin, () => instances.ready().includes(origin))
    known.set(origin, reached)
    return reached
  }

  return async (...asked) => {
    const found = await Promise.all(instances.ready().map((origin) => reachedAt(origin)(...asked)))
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
  // Callers need not wait for a query-service that is gone.
  const waiting = createWaiting(() => (hasGone ? {} : known?.standings))

  async function ask() {
    if (isAsking) return
    isAsking = true
    do {
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
        const response = await fetch(`${origin}/standings?after=${known?.turn ?? ''}`, { signal })
        if (!response.ok) throw new Error(`The query-service answered ${response.status}`)
        known = (await response.json()) as News
      } catch {
        hasGone = !isThere()
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      }
      waiting.look()
    } while (waiting.hasCallers())
    isAsking = false
  }

  return (position, timeoutMs, isAsked) => {
    hasGone = false
    const { behind, halted } = missingOf(known?.standings, position, isAsked)
    // An operator may resume a halted read model meanwhile, so the standings are requested again for the next caller.
    if (behind || halted.length > 0) void ask()
    return waiting.reached(position, timeoutMs, isAsked)
  }
}
