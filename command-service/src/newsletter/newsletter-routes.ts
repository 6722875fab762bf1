import Router from '@koa/router'
import { NewsletterBody, NewsletterLinkBody } from '@shop/language/correspondence/api'
import { newsletterStream } from '@shop/language/correspondence/newsletter-events'
import { FIRST_ORDER_PERCENT } from '@shop/language/limits'
import { parse } from '@shop/server/http/parse'
import { metadataOf } from '@shop/server/http/request-metadata'
import { emailKeyOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import { correspondentFor } from '../correspondent/correspondents.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import { createMailRequestLimit } from '../mail-request-limit.ts'
import type { Parts } from '../parts.ts'
import { newsletterDecider } from './newsletter-decider.ts'
import { openNewsletterLink } from './newsletter-links.ts'

const ASKED = `Thank you for subscribing. Open the link in the email that we sent you. After that, we email you your code for ${FIRST_ORDER_PERCENT}% off the first order`
const SUBSCRIBED = `You are subscribed. Your code for ${FIRST_ORDER_PERCENT}% off the first order is on its way by email`

/** See decisions P15. */
export function newsletterRoutes(parts: Parts): Router {
  const { commands, keys, digestSecret, counters } = parts
  const router = new Router()
  const limitNewsletter = createMailRequestLimit(counters, 'newsletters', 'emails were requested for this address')

  /** Every address gets the same answer, subscribed or not. */
  router.post('/newsletter', async (ctx) => {
    const { email } = parse(NewsletterBody, ctx.request.body)
    const metadata = metadataOf(ctx, digestSecret)
    const emailKey = await emailKeyOf(keys, email)
    const stream = newsletterStream(emailKey)
    // If the correspondent was erased after the first request, a repeat must not create another correspondent.
    const earlier = await commands.answered(newsletterDecider, stream, metadata)
    if (!earlier) {
      await limitNewsletter(ctx.ip, emailKey)
      await requireSameBody(commands, metadata)
      const which = await correspondentFor(commands, { email, emailKey }, metadata)
      await commands.handle(newsletterDecider, stream, { type: 'Request', ...which }, metadata)
    }
    answer(ctx, { message: ASKED })
  })

  router.post('/newsletter/confirm', async (ctx) => {
    const { token } = parse(NewsletterLinkBody, ctx.request.body)
    await openNewsletterLink(parts, 'confirm-newsletter', token, metadataOf(ctx, digestSecret))
    answer(ctx, { message: SUBSCRIBED })
  })

  router.post('/newsletter/unsubscribe', async (ctx) => {
    const { token } = parse(NewsletterLinkBody, ctx.request.body)
    await openNewsletterLink(parts, 'leave-newsletter', token, metadataOf(ctx, digestSecret))
    answer(ctx, { message: 'You are no longer subscribed' })
  })

  return router
}
