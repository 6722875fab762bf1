import Router from '@koa/router'
import { QuestionName, RenameQuestionBody, SaveQuestionBody, SaveRuleBody } from '@shop/language/question/api'
import { questionStream } from '@shop/language/question/events'
import { questionView, type Saved } from '@shop/language/question/view'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { accountOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import type { Parts } from '../parts.ts'
import { followOnBoard } from './follow-on-board.ts'
import { followSubscribers } from './follow-subscribers.ts'
import { questionDecider } from './question-decider.ts'
import { renameQuestion } from './rename-question.ts'
import { requireNoPerson } from './words-of-person.ts'

/** Every analyst may change every question and every rule. */
export function questionRoutes({ commands, digestSecret }: Parts): Router {
  const router = new Router()

  router.post('/questions', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    await save(ctx, authorId, { kind: 'question', ...parse(SaveQuestionBody, ctx.request.body), rule: null })
  })

  router.post('/rules', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const { name, ...rule } = parse(SaveRuleBody, ctx.request.body)
    await save(ctx, authorId, { kind: 'rule', name, sql: null, parameters: null, rule })
  })

  type Given = Pick<Saved, 'kind' | 'name' | 'sql' | 'parameters' | 'rule'>

  async function save(ctx: Context, authorId: string, question: Given) {
    const { name } = question
    requireNoPerson(question, await accountOf(commands, authorId))
    const savedAt = commands.now().toISOString()
    const metadata = metadataOf(ctx, digestSecret)
    await requireSameBody(commands, metadata)
    const { state, position } = await commands.handle(
      questionDecider,
      questionStream(name),
      { type: 'Save', ...question, authorId, savedAt },
      metadata,
    )
    answer(ctx, questionView({ name, ...state }, state.savedVersion, authorId), position)
    ctx.status = 201
  }

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
    const { state, position } = await commands.handle(
      questionDecider,
      questionStream(name),
      { type: 'Delete', name, byId, deletedAt },
      metadata,
    )
    answer(ctx, { message: `The ${state.kind} is deleted` }, position)
  })

  return router
}
