import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import { notes } from '@shop/language/customer/notes-document'
import { customerView, noteView } from '@shop/language/customer/view'
import { ShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import { orders } from '@shop/language/order/document'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { namesOf } from './customer-names.ts'

export function customerRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/users/:id', async (ctx) => {
    adminOf(ctx)
    const id = parse(Id, ctx.params.id)
    const of = { anyOf: { customerId: [id] } }
    const [user, placed, written] = await Promise.all([
      readStore.get(users, id),
      readStore.find(orders, { ...of, sortBy: { field: 'placedAt', descending: true }, limit: MAX_LISTED }),
      readStore.find(notes, { ...of, sortBy: { field: 'at', descending: true }, limit: MAX_LISTED }),
    ])
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such user')
    const authors = await namesOf(
      readStore,
      written.documents.map(({ authorId }) => authorId),
    )
    const views = written.documents.map((note) => noteView(note, authors.get(note.authorId)))
    ctx.body = customerView(user, placed, views)
  })

  return [router, [users, orders, notes]]
}
