import Router from '@koa/router'
import { ContactBody } from '@shop/language/correspondence/api'
import { contactStream } from '@shop/language/correspondence/contact-events'
import { idFrom } from '@shop/language/values/id-from'
import { parse } from '@shop/server/http/parse'
import { metadataOf, writeIdOf } from '@shop/server/http/request-metadata'
import { emailKeyOf } from '../account/accounts.ts'
import { answer } from '../answer.ts'
import { correspondentFor } from '../correspondent/correspondents.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import { createMailRequestLimit } from '../mail-request-limit.ts'
import type { Parts } from '../parts.ts'
import { contactDecider } from './contact-decider.ts'

const THANKS = 'Thank you. Your message is with us, and we answer by email'

/** A process manager mails each message to the shop. */
export function contactRoutes({ commands, keys, digestSecret, counters }: Parts): Router {
  const router = new Router()
  const limitContact = createMailRequestLimit(counters, 'messages', 'messages from this address have arrived')

  router.post('/contact', async (ctx) => {
    const { name, email, message: text } = parse(ContactBody, ctx.request.body)
    const emailKey = await emailKeyOf(keys, email)
    const ofCaller = metadataOf(ctx, digestSecret)
    await requireSameBody(commands, ofCaller)
    // The sender is known by the e-mail address, so that a repeat is recognized after the session has begun or ended.
    const metadata = { ...ofCaller, causationId: writeIdOf(ctx, { id: emailKey }) }
    const messageId = idFrom(metadata.causationId, 'message')
    const stream = contactStream(messageId)
    // A repeat must not create a new correspondent for a sender who was erased meanwhile.
    const earlier = await commands.answered(contactDecider, stream, metadata)
    const { position } = earlier ?? (await send())
    answer(ctx, { message: THANKS }, position)
    ctx.status = 201

    async function send() {
      await limitContact(ctx.ip, emailKey)
      const which = await correspondentFor(commands, { email, emailKey }, metadata)
      const message = { messageId, ...which, name, text }
      return commands.handle(contactDecider, stream, { type: 'Send', message }, metadata)
    }
  })

  return router
}
