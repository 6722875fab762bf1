import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { QuestionName } from '@shop/language/question/api'
import { questionStream } from '@shop/language/question/events'
import { subscribersStream } from '@shop/language/question/mail-events'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { mondaysAround } from './mondays.ts'
import { noSuchQuestion, questionDecider } from './question-decider.ts'
import { subscribersDecider } from './subscribers-decider.ts'

export function questionMailRoutes({ commands, digestSecret, timeZone }: Parts): Router {
  const router = new Router()

  router.put('/questions/:name/mail', async (ctx) => {
    const { id: accountId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const { isListed, kind } = (await commands.load(questionDecider, questionStream(name))).state
    if (!isListed) throw noSuchQuestion()
    if (kind === 'rule') throw new ShopError('CONFLICT', 'Answers of rules are not sent by mail')
    const now = commands.now()
    const dueAt = mondaysAround(now.getTime(), timeZone).next
    const { state, position } = await commands.handle(
      subscribersDecider,
      subscribersStream(name),
      { type: 'Subscribe', name, accountId, dueAt, at: now.toISOString() },
      metadataOf(ctx, digestSecret),
    )
    answer(ctx, { name, nextAt: state[accountId] ?? dueAt }, position)
  })

  router.delete('/questions/:name/mail', async (ctx) => {
    const { id: accountId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const { position } = await commands.handle(
      subscribersDecider,
      subscribersStream(name),
      { type: 'Unsubscribe', name, accountId, at: commands.now().toISOString() },
      metadataOf(ctx, digestSecret),
    )
    answer(ctx, { message: 'You get no more mails about this question' }, position)
  })

  return router
}
