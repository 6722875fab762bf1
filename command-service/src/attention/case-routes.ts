import Router from '@koa/router'
import { CaseReasonBody, CloseCaseBody } from '@shop/language/case/api'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import { tracked } from '../handler/tracked.ts'
import type { Parts } from '../parts.ts'
import { caseAnswer } from './case-answer.ts'
import { closeAsBack } from './close-as-back.ts'
import { closeAsTaken } from './close-as-taken.ts'
import { closeForAdmin } from './close-case.ts'
import { refundCase } from './refund-case.ts'
import { retryCase } from './retry-case.ts'

/** Routes for admins who handle cases (decisions M5). */
export function caseRoutes(everything: Parts): Router {
  const { digestSecret } = everything
  const router = new Router()

  router.post('/cases/:id/retry', async (ctx) => {
    adminOf(ctx)
    const parts = tracked(everything, ctx)
    const state = await retryCase(parts, parse(Id, ctx.params.id), metadataOf(ctx, digestSecret))
    answer(ctx, await caseAnswer(parts.commands, state))
  })

  router.post('/cases/:id/refund', async (ctx) => {
    adminOf(ctx)
    const { reason } = parse(CaseReasonBody, ctx.request.body)
    const parts = tracked(everything, ctx)
    const state = await refundCase(parts, parse(Id, ctx.params.id), reason, metadataOf(ctx, digestSecret))
    answer(ctx, await caseAnswer(parts.commands, state))
  })

  router.post('/cases/:id/close', async (ctx) => {
    adminOf(ctx)
    const { reason, moneyTaken, moneyBack } = parse(CloseCaseBody, ctx.request.body)
    const parts = tracked(everything, ctx)
    const close = moneyTaken ? closeAsTaken : moneyBack ? closeAsBack : closeForAdmin
    const state = await close(parts, parse(Id, ctx.params.id), reason, metadataOf(ctx, digestSecret))
    answer(ctx, await caseAnswer(parts.commands, state))
  })

  return router
}
