import Router from '@koa/router'
import type { Timeline } from '@shop/language/analysis/answers'
import { type ActivityAsOf, ActivityQuery, type BooksAsOf, BooksQuery } from '@shop/language/analysis/api'
import { type Evidence, EvidenceQuery } from '@shop/language/analysis/evidence'
import { type Explained, ExplainQuery } from '@shop/language/analysis/explain'
import { ThingMomentsQuery, ThingQuery, ThingsQuery } from '@shop/language/analysis/things'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse, parseQuery } from '@shop/server/http/parse'
import { fewAtOnce } from '../few-at-once.ts'
import { READS_AT_ONCE } from '../limits.ts'
import type { createThingsAsOf } from './things.ts'

type Parts = Readonly<{
  books: (query: BooksQuery) => Promise<BooksAsOf>
  activity: (asOf: number | string | undefined) => Promise<ActivityAsOf>
  things: ReturnType<typeof createThingsAsOf>
  explain: (query: ExplainQuery) => Promise<Explained>
  evidence: (query: EvidenceQuery) => Promise<Evidence>
  timeline: () => Promise<Timeline>
}>

export function asOfRoutes({ books, activity, things, explain, evidence, timeline }: Parts): Router {
  const router = new Router({ strict: true, sensitive: true })
  router.use(fewAtOnce(READS_AT_ONCE))

  router.get('/analysis/dashboard', async (ctx) => {
    analystOf(ctx)
    ctx.body = await books(parseQuery(BooksQuery, ctx))
  })

  router.get('/analysis/activity', async (ctx) => {
    analystOf(ctx)
    ctx.body = await activity(parseQuery(ActivityQuery, ctx).asOf)
  })

  router.get('/analysis/explain', async (ctx) => {
    analystOf(ctx)
    ctx.body = await explain(parseQuery(ExplainQuery, ctx))
  })

  router.get('/analysis/evidence', async (ctx) => {
    analystOf(ctx)
    ctx.body = await evidence(parseQuery(EvidenceQuery, ctx))
  })

  router.get('/analysis/timeline', async (ctx) => {
    analystOf(ctx)
    ctx.body = await timeline()
  })

  router.get('/analysis/things/:kind', async (ctx) => {
    analystOf(ctx)
    ctx.body = await things.list(parse(Id, ctx.params.kind), parseQuery(ThingsQuery, ctx))
  })

  router.get('/analysis/things/:kind/:id', async (ctx) => {
    analystOf(ctx)
    const [kind, id] = [parse(Id, ctx.params.kind), parse(Id, ctx.params.id)]
    ctx.body = await things.find(kind, id, parseQuery(ThingQuery, ctx).asOf)
  })

  router.get('/analysis/things/:kind/:id/changes', async (ctx) => {
    analystOf(ctx)
    const [kind, id] = [parse(Id, ctx.params.kind), parse(Id, ctx.params.id)]
    ctx.body = await things.compare(kind, id, parseQuery(ThingMomentsQuery, ctx))
  })

  return router
}
