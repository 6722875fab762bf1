import Router from '@koa/router'
import { WriteNoteBody } from '@shop/language/customer/api'
import { notesStream } from '@shop/language/customer/note-events'
import { noteView } from '@shop/language/customer/view'
import { ShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/values/id-from'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { unknownUser } from '../account/account-decider.ts'
import { accountOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import { loadOrder } from '../order/load-order.ts'
import type { Parts } from '../parts.ts'
import { noteDecider } from './note-decider.ts'

export function noteRoutes({ commands, digestSecret }: Parts): Router {
  const router = new Router()

  router.post('/users/:id/notes', async (ctx) => {
    adminOf(ctx)
    const customerId = parse(Id, ctx.params.id)
    const { text } = parse(WriteNoteBody, ctx.request.body)
    const { status } = await accountOf(commands, customerId)
    if (status !== 'active') throw unknownUser()
    await write(ctx, text, { customerId, orderId: null })
  })

  router.post('/orders/:id/notes', async (ctx) => {
    adminOf(ctx)
    const orderId = parse(Id, ctx.params.id)
    const { text } = parse(WriteNoteBody, ctx.request.body)
    const { facts } = await loadOrder(commands, orderId)
    const { status } = await accountOf(commands, facts.customerId)
    // The key of an erased customer is destroyed, so a note cannot be sealed.
    if (status !== 'active')
      throw new ShopError('CONFLICT', 'The account of this customer was deleted, so no notes can be added')
    await write(ctx, text, { customerId: facts.customerId, orderId: facts.orderId })
  })

  async function write(ctx: Context, text: string, on: Readonly<{ customerId: string; orderId: string | null }>) {
    const { id: authorId } = adminOf(ctx)
    const metadata = metadataOf(ctx, digestSecret)
    const noteId = idFrom(metadata.causationId, 'note')
    const note = { noteId, ...on, authorId, text, at: commands.now().toISOString() }
    const { state, position } = await commands.handle(
      noteDecider,
      notesStream(on.customerId),
      { type: 'Write', note },
      metadata,
    )
    const { name } = await accountOf(commands, authorId)
    answer(ctx, noteView({ ...note, ...state.last, _id: noteId, text }, name), position)
    ctx.status = 201
  }

  return router
}
