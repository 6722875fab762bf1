import type Router from '@koa/router'
import { accountStream } from '@shop/language/account/events'
import { sessionsStream } from '@shop/language/account/session-events'
import { ShopError } from '@shop/language/errors'
import { Id } from '@shop/language/values/text'
import { customerOf, signedInOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { accountDecider } from './account-decider.ts'
import { createEndingsLimit } from './endings-limit.ts'
import { sessionsDecider } from './sessions-decider.ts'

/** After the answer to a call, every process refuses the tokens of the ended sessions. */
export function addSessionRoutes(router: Router, parts: Parts) {
  const { commands, digestSecret, counters } = parts
  const limitEndings = createEndingsLimit(counters, 'sign-out')

  router.delete('/me/sessions', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    await limitEndings(accountId)
    await signOutEverywhere(ctx, parts, accountId)
  })

  router.delete('/me/sessions/:id', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    const named = parse(Id, ctx.params.id)
    const sessionId = named === 'current' ? signedInOf(ctx)?.session?.id : named
    const stream = sessionsStream(accountId)
    const metadata = metadataOf(ctx, digestSecret)
    const earlier = await commands.answered(sessionsDecider, stream, metadata)
    if (!earlier && !(sessionId && (await commands.load(sessionsDecider, stream)).state.has(sessionId)))
      throw new ShopError('NOT_FOUND', 'There is no such session')
    const end = { type: 'End', accountId, sessionId: sessionId ?? '' } as const
    const { position } = earlier ?? (await commands.handle(sessionsDecider, stream, end, metadata))
    await commands.untilKnownEverywhere()
    answer(ctx, { message: 'Signed out' }, position)
  })
}

/** Throws NOT_FOUND for an unknown account. */
export async function signOutEverywhere(ctx: Context, { commands, digestSecret }: Parts, accountId: string) {
  const everywhere = { type: 'SignOutEverywhere', accountId } as const
  const metadata = metadataOf(ctx, digestSecret)
  const { position } = await commands.handle(accountDecider, accountStream(accountId), everywhere, metadata)
  await commands.untilKnownEverywhere()
  answer(ctx, { message: 'Signed out everywhere' }, position)
}
