import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { QuestionQuery, QuestionsQuery } from '@shop/language/question/api'
import { type QuestionDocument, questionId, questions } from '@shop/language/question/document'
import { questionView } from '@shop/language/question/view'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parse, parseQuery } from '@shop/server/http/parse'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

/** The search tries at most this many names of a question, because a chain of renames can lead back to an earlier name. */
const MOST_NAMES = 10

export function questionRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/questions', async (ctx) => {
    const { id } = analystOf(ctx)
    const { limit = MAX_LISTED, cursor, kind } = parseQuery(QuestionsQuery, ctx)
    const page = await readStore.find(questions, {
      anyOf: { isNewest: [true], ...(kind && { kind: [kind] }) },
      sortBy: { field: 'savedAt', descending: true },
      limit,
      ...(cursor && { after: cursor }),
    })
    linkNext(ctx, page.next)
    ctx.body = page.documents.map((one) => questionView(one, one.savedVersion, id))
  })

  router.get('/analysis/questions/:name', async (ctx) => {
    const { id } = analystOf(ctx)
    const { version } = parseQuery(QuestionQuery, ctx)
    const newest = await newestOf(parse(Id, ctx.params.name))
    const found = newest && version ? await readStore.get(questions, questionId(newest.name, version)) : newest
    if (!newest || !found) throw new ShopError('NOT_FOUND', 'There is no such question')
    ctx.body = questionView(found, newest.savedVersion, id)
  })

  /** A renamed question is also found by its earlier names. */
  async function newestOf(name: string): Promise<QuestionDocument | undefined> {
    for (let [asked, names]: [string | undefined, number] = [name, 0]; asked && names < MOST_NAMES; names++) {
      const newest = await firstOf({ name: [asked], isNewest: [true] })
      if (newest) return newest
      asked = (await firstOf({ name: [asked] }))?.renamedTo
    }
    return undefined
  }

  async function firstOf(anyOf: Readonly<Record<string, readonly (string | boolean)[]>>) {
    const { documents } = await readStore.find(questions, { anyOf, limit: 1 })
    return documents[0]
  }

  return [router, [questions]]
}
