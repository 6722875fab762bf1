import Router, { type RouterContext } from '@koa/router'
import { isKnown } from '@shop/language/all-events'
import { AnswerExported, type ExportEvent, ExportMade, exportStream } from '@shop/language/analysis/export-events'
import { type AnswerExport, AnswerExportBody, type Export, ExportBody } from '@shop/language/analysis/exports'
import { invalidField } from '@shop/language/errors'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf, writeIdOf } from '@shop/server/http/request-metadata'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { exportDecider } from './export-decider.ts'

const Body = ExportBody.refine(({ types }) => types.every(isKnown), {
  path: ['types'],
  message: 'Only types of the event catalog are allowed',
})

type Exported = Pick<Parts, 'commands' | 'mostEvents' | 'digestSecret'>

/** Records who exports which events or which answer. The analysis room sends only recorded exports. */
export function exportRoutes({ commands, mostEvents, digestSecret }: Exported): Router {
  const router = new Router()

  router.post('/exports', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const asked = parse(Body, ctx.request.body)
    if (asked.to > (await mostEvents())) throw invalidField('to', 'The log does not have this many events')
    const exportId = writeIdOf(ctx)
    await record(ctx, exportId, ExportMade({ ...asked, exportId, authorId, madeAt: commands.now().toISOString() }))
  })

  router.post('/exports/answers', async (ctx) => {
    const { id: authorId } = analystOf(ctx)
    const { run: runId, ...asked } = parse(AnswerExportBody, ctx.request.body)
    const exportId = writeIdOf(ctx)
    const madeAt = commands.now().toISOString()
    await record(ctx, exportId, AnswerExported({ ...asked, runId, exportId, authorId, madeAt }))
  })

  async function record(ctx: RouterContext, exportId: string, made: ExportEvent) {
    const metadata = metadataOf(ctx, digestSecret)
    const { state, position } = await commands.handle(
      exportDecider,
      exportStream(exportId),
      { type: 'Make', made },
      metadata,
    )
    answer(ctx, exportView(state!), position)
    ctx.status = 201
  }

  return router
}

function exportView({ exportId: id, authorId: _, ...made }: ExportEvent['data']): Export | AnswerExport {
  if (!('runId' in made)) return { id, ...made }
  const { runId: run, ...taken } = made
  return { id, run, ...taken }
}
