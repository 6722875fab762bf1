import Router from '@koa/router'
import { BOARD_ID, boards } from '@shop/language/question/board-document'
import { questions } from '@shop/language/question/document'
import { questionView } from '@shop/language/question/view'
import { analystOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

export function boardRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/board', async (ctx) => {
    const { id } = analystOf(ctx)
    const { names } = (await readStore.get(boards, BOARD_ID)) ?? { names: [] }
    const { documents } =
      names.length > 0
        ? await readStore.find(questions, { anyOf: { name: names, isNewest: [true] }, limit: names.length })
        : { documents: [] }
    const newest = new Map(documents.map((one) => [one.name, one]))
    ctx.body = names.flatMap((name) => {
      const one = newest.get(name)
      return one ? [questionView(one, one.savedVersion, id)] : []
    })
  })

  return [router, [boards, questions]]
}
