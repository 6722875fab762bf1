import Router from '@koa/router'
import { type Export, ExportBody } from '@shop/language/api/exports'
import { isKnown } from '@shop/language/events/all'
import { exportStream } from '@shop/language/events/export-events'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf, writeIdOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { exportDecider } from './export-decider.ts'

const Body = ExportBody.refine(({ types }) => types.every(isKnown), {
  path: ['types'],
  message: 'Types of the event catalogue are expected',
})

/** Writes down who takes which events. The file itself comes from the room for analysts, which asks for this first. */
export function exportRoutes({ commands, digestSecret }: Pick<Parts, 'commands' | 'digestSecret'>): Router {
  const router = new Router()

  router.post('/exports', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const asked = parse(Body, ctx.request.body)
    const exportId = writeIdOf(ctx)
    const madeAt = commands.now().toISOString()
    const { state, position } = await commands.handle(
      exportDecider,
      exportStream(exportId),
      { type: 'Make', ...asked, exportId, authorId, madeAt },
      metadataOf(ctx, digestSecret),
    )
    const { exportId: id, authorId: _, ...made } = state!
    const body: Export = { id, ...made }
    answer(ctx, body, position)
    ctx.status = 201
  })

  return router
}
