import Router from '@koa/router'
import { MAX_LISTED } from '@shop/language/limits'
import type { OutboxMail } from '@shop/language/mail/answers'
import { OutboxQuery } from '@shop/language/mail/api'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { Parts } from '../parts.ts'
import { withoutTokens } from './links.ts'

/** Shows the mails of a shop without a mail server, newest first. */
export function outboxRoutes({ mailer, showsLinkTokens }: Parts): Router {
  const router = new Router()

  router.get('/outbox', async (ctx) => {
    adminOf(ctx)
    const { limit = MAX_LISTED, cursor } = parseQuery(OutboxQuery, ctx)
    // One mail more shows whether there is a next page.
    const found = await mailer.kept(limit + 1, cursor)
    const shown = found.slice(0, limit)
    linkNext(ctx, found.length > limit ? shown.at(-1)?.id : undefined)
    ctx.body = shown.map(
      ({ id, kind, to, subject, text, sentAt }): OutboxMail => ({
        _id: id,
        kind,
        to,
        subject,
        text: showsLinkTokens ? text : withoutTokens(text),
        sentAt,
      }),
    )
  })

  return router
}
