import Router from '@koa/router'
import { MAX_LISTED } from '@shop/language/limits'
import type { MailedQuestion } from '@shop/language/question/api'
import { questionMails } from '@shop/language/question/mail-document'
import { analystOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

export function questionMailRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/mailed-questions', async (ctx) => {
    const { id } = analystOf(ctx)
    const { documents } = await readStore.find(questionMails, {
      anyOf: { accountId: [id] },
      sortBy: { field: 'name' },
      limit: MAX_LISTED,
    })
    ctx.body = documents.map(({ name, dueAt }): MailedQuestion => ({ name, nextAt: dueAt }))
  })

  return [router, [questionMails]]
}
