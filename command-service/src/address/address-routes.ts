import Router from '@koa/router'
import { ParcelAddress } from '@shop/language/address/api'
import { addressesStream } from '@shop/language/address/events'
import { addressView } from '@shop/language/order/view'
import { idFrom } from '@shop/language/values/id-from'
import { Id } from '@shop/language/values/text'
import { customerOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { addressChanges } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { type AddressCommand, addressDecider } from './address-decider.ts'

export function addressRoutes({ commands, digestSecret, counters }: Parts): Router {
  const router = new Router()
  const limit = createLimit(counters, addressChanges, 'You have done this too often today. Try again tomorrow')

  router.post('/me/addresses', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    const address = parse(ParcelAddress, ctx.request.body)
    const addressId = idFrom(metadataOf(ctx, digestSecret).causationId, 'address')
    await save(ctx, { type: 'Add', accountId, addressId, address, savedAt: commands.now().toISOString() })
    ctx.status = 201
  })

  router.put('/me/addresses/:id', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    const addressId = parse(Id, ctx.params.id)
    const address = parse(ParcelAddress, ctx.request.body)
    await save(ctx, { type: 'Replace', accountId, addressId, address, savedAt: commands.now().toISOString() })
  })

  router.delete('/me/addresses/:id', async (ctx) => {
    const { id: accountId } = customerOf(ctx)
    const { position } = await handle(ctx, { type: 'Remove', accountId, addressId: parse(Id, ctx.params.id) })
    answer(ctx, { message: 'The address is removed' }, position)
  })

  async function save(ctx: Context, command: AddressCommand) {
    const { state, position } = await handle(ctx, command)
    answer(ctx, { _id: command.addressId, ...addressView(state.get(command.addressId) ?? null) }, position)
  }

  async function handle(ctx: Context, command: AddressCommand) {
    await limit.take(command.accountId)
    return commands.handle(addressDecider, addressesStream(command.accountId), command, metadataOf(ctx, digestSecret))
  }

  return router
}
