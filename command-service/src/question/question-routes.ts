import Router from '@koa/router'
import { QuestionName, RenameQuestionBody, SaveQuestionBody } from '@shop/language/question/api'
import { questionStream } from '@shop/language/question/events'
import { questionView } from '@shop/language/question/view'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { accountOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { followOnBoard } from './follow-on-board.ts'
import { followSubscribers } from './follow-subscribers.ts'
import { questionDecider } from './question-decider.ts'
import { renameQuestion } from './rename-question.ts'
import { requireNoPerson } from './words-of-person.ts'

/** Every analyst may change every question. */
export function questionRoutes({ commands, digestSecret }: Parts): Router {
  const router = new Router()

  router.post('/questions', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const question = parse(SaveQuestionBody, ctx.request.body)
    const { name } = question
    requireNoPerson(question, await accountOf(commands, authorId))
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

  router.put('/questions/:name', async (ctx) => {
    const { id: byId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const { name: newName } = parse(RenameQuestionBody, ctx.request.body)
    const { state, position } = await renameQuestion(
      commands,
      { name, newName, byId, renamedAt: commands.now().toISOString() },
      metadataOf(ctx, digestSecret),
    )
    answer(ctx, questionView({ name: newName, ...state }, state.savedVersion, byId), position)
  })

  router.delete('/questions/:name', async (ctx) => {
    const { id: byId } = analystOf(ctx)
    const name = parse(QuestionName, ctx.params.name)
    const deletedAt = commands.now().toISOString()
    const metadata = metadataOf(ctx, digestSecret)
    await followOnBoard(commands, { name, byId, at: deletedAt }, metadata)
    await followSubscribers(commands, { name, at: deletedAt }, metadata)
    const { position } = await commands.handle(
      questionDecider,
      questionStream(name),
      { type: 'Delete', name, byId, deletedAt },
      metadata,
    )
    answer(ctx, { message: 'The question is deleted' }, position)
  })

  return router
}
