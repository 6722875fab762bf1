import { webhookQuestions } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import * as z from 'zod'
import { type Credentials, createPaypalCalls, problemIn, read } from './paypal-calls.ts'
import { type AskProvider, createWebhookCheck, type Received, type WebhookCheck } from './verify-webhook.ts'
import { paypalTrust } from './webhook-trust.ts'

const TIMEOUT_MS = 5_000
const VERIFY = '/v1/notifications/verify-webhook-signature'
const Verified = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

type Account = Credentials & Readonly<{ webhookId: string | undefined; authorities: string | undefined }>

/** Checks webhooks with PayPal's certificates. If a webhook's certificate is not trusted, PayPal checks the webhook. */
export const checkPaypalWebhooks = (account: Account, counters: Counters): WebhookCheck =>
  createWebhookCheck(paypalTrust(account.webhookId, account.authorities), { askProvider: askPaypal(account, counters) })

export function askPaypal(credentials: Credentials, counters: Counters): AskProvider {
  const call = createPaypalCalls(credentials)
  const limit = createLimit(counters, webhookQuestions, 'Too many webhooks were verified in the last minute')

  return async (received) => {
    await limit.take('all')
    const question = { is: 'webhooks', method: 'POST', path: VERIFY, body: bodyOf(received) } as const
    const answer = await call(question, AbortSignal.timeout(TIMEOUT_MS))
    if (problemIn(answer)) throw new Error(`PayPal answered ${answer.status}`)
    return read(Verified, answer).verification_status === 'SUCCESS'
  }
}

/** PayPal verifies the text of the event, so the body must contain exactly the received bytes. */
function bodyOf({ webhookId, id, time, signature, certUrl, body }: Received): string {
  const said = {
    auth_algo: 'SHA256withRSA',
    cert_url: certUrl,
    transmission_id: id,
    transmission_sig: signature,
    transmission_time: time,
    webhook_id: webhookId,
  }
  return `${JSON.stringify(said).slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
}
