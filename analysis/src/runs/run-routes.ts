import Router from '@koa/router'
import type { Caller, SignedIn } from '@shop/language/account/caller'
import { ReducerBody } from '@shop/language/analysis/reducers'
import { RunBody } from '@shop/language/analysis/runs'
import { Id } from '@shop/language/values/text'
import { analystOf, signedInOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { jsonBody } from '@shop/server/http/request-body'
import { writeIdOf } from '@shop/server/http/request-metadata'
import type { OnAccountChange } from '@shop/server/http/watch-accounts'
import type { Runs } from './runs.ts'

/** Most answers take less time than this, so they need no second request. */
const WAIT_MS = 1_000

type Accounts = Readonly<{
  callerBy: (signedIn: SignedIn) => Promise<Caller | undefined>
  onAccountChange: OnAccountChange
}>

/** A run ends early when its caller gets another role or signs out. */
export function runRoutes(runs: Runs, { callerBy, onAccountChange }: Accounts): Router {
  const router = new Router({ strict: true, sensitive: true })

  const starts = (path: string, body: typeof RunBody | typeof ReducerBody) =>
    router.post(path, jsonBody(), async (ctx) => {
      const caller = analystOf(ctx)
      const task = parse(body, ctx.request.body)
      const id = writeIdOf(ctx)
      const ended = runs.start(caller.id, id, task)
      const stopWatching = onAccountChange(caller.id, () => void cancelIfRoleChanged(caller, signedInOf(ctx), id))
      void ended.finally(stopWatching)
      ctx.body = await runs.find(caller.id, id, WAIT_MS)
      ctx.status = 201
    })
  starts('/analysis/runs', RunBody)
  starts('/analysis/reducers', ReducerBody)

  router.get('/analysis/runs/:id', async (ctx) => {
    ctx.body = await runs.find(analystOf(ctx).id, parse(Id, ctx.params.id), WAIT_MS)
  })

  router.delete('/analysis/runs/:id', async (ctx) => {
    ctx.body = await runs.cancel(analystOf(ctx).id, parse(Id, ctx.params.id))
  })

  /** If the log cannot be read, the run continues. */
  async function cancelIfRoleChanged(caller: Caller, signedIn: SignedIn | undefined, id: string) {
    if (!signedIn) return
    const now = await callerBy(signedIn).catch(() => caller)
    if (now?.role !== caller.role) await runs.cancel(caller.id, id).catch(() => {})
  }

  return router
}
