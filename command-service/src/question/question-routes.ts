import Router from '@koa/router'
import { SaveQuestionBody } from '@shop/language/question/api'
import { questionStream } from '@shop/language/question/events'
import { questionView } from '@shop/language/question/view'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { questionDecider } from './question-decider.ts'

/** Saves the questions of analysts. */
export function questionRoutes({ commands, digestSecret }: Parts): Router {
  const router = new Router()

  router.post('/questions', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const question = parse(SaveQuestionBody, ctx.request.body)
    const { name } = question
    const savedAt = commands.now().toISOString()
    const { state, position } = await commands.handle(
      questionDecider,
      questionStream(name),
      { type: 'Save', ...question, authorId, savedAt },
      metadataOf(ctx, digestSecret),
    )
    answer(ctx, questionView({ name, ...state }, state.savedVersion, authorId), position)
    ctx.status = 201
  })

  return router
}
