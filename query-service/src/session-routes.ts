import Router from '@koa/router'
import type { OpenSession } from '@shop/language/account/api'
import { SESSION_TTL_MS } from '@shop/language/account/session-events'
import { sessions } from '@shop/language/account/sessions-document'
import { customerOf, signedInOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

export function sessionRoutes(readStore: ReadStore, now: () => Date): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/me/sessions', async (ctx) => {
    const { id } = customerOf(ctx)
    const current = signedInOf(ctx)?.session?.id
    const open = (await readStore.get(sessions, id))?.open ?? []
    const stillValid = open.filter(({ begunAt }) => Date.parse(begunAt) + SESSION_TTL_MS > now().getTime())
    ctx.body = stillValid
      .map((session): OpenSession => ({ _id: session.id, begunAt: session.begunAt, current: session.id === current }))
      .toReversed()
  })

  return [router, [sessions]]
}
