import Router from '@koa/router'
import { EraseCorrespondentBody } from '@shop/language/correspondence/contact'
import { adminOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { emailKeyOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import { eraseCorrespondentBy } from '../correspondent/correspondents.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import type { Parts } from '../parts.ts'

export function eraseCorrespondentRoutes(parts: Parts): Router {
  const router = new Router()

  router.post('/correspondents/erase', async (ctx) => {
    adminOf(ctx)
    const { email } = parse(EraseCorrespondentBody, ctx.request.body)
    const metadata = metadataOf(ctx, parts.digestSecret)
    await requireSameBody(parts.commands, metadata)
    await eraseCorrespondentBy(parts, await emailKeyOf(parts.keys, email), metadata)
    answer(ctx, {
      message:
        'The messages and the newsletter subscription of this address are deleted. An account with this address stays',
    })
  })

  return router
}
