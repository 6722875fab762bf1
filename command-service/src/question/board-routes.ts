import Router from '@koa/router'
import { PutOnBoardBody, QuestionName } from '@shop/language/question/api'
import { BOARD_STREAM } from '@shop/language/question/board-events'
import { questionStream } from '@shop/language/question/events'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { boardDecider } from './board-decider.ts'
import { noSuchQuestion, questionDecider } from './question-decider.ts'

export function boardRoutes({ commands, digestSecret }: Parts): Router {
  const router = new Router()
  const at = () => commands.now().toISOString()

  router.put('/board/:name', async (ctx) => {
    const { id: byId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const { place } = parse(PutOnBoardBody, ctx.request.body)
    const { isListed } = (await commands.load(questionDecider, questionStream(name))).state
    if (!isListed) throw noSuchQuestion()
    const put = { type: 'Put', name, place, byId, at: at() } as const
    const { state, position } = await commands.handle(boardDecider, BOARD_STREAM, put, metadataOf(ctx, digestSecret))
    answer(ctx, { name, place: state.indexOf(name) }, position)
  })

  router.delete('/board/:name', async (ctx) => {
    const { id: byId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const takeOff = { type: 'TakeOff', name, byId, at: at() } as const
    const { position } = await commands.handle(boardDecider, BOARD_STREAM, takeOff, metadataOf(ctx, digestSecret))
    answer(ctx, { message: 'The question was taken off the board' }, position)
  })

  return router
}
