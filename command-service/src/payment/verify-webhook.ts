import { type KeyObject, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isShopError, ShopError } from '@shop/language/errors'
import { keepCertificates } from './webhook-certificates.ts'
import type { WebhookTrust } from './webhook-trust.ts'

/** '' if the header is absent. */
type Headers = (name: string) => string

/**
 * `genuine`: an unchanged webhook of the provider. `forged`: a header has a wrong form, the certificate's URL is not the provider's, or the
 * shop has no `webhookId`. `unverified`: the signature was not confirmed; `code` says why. NO_CERTIFICATE: the URL has no certificate for
 * webhooks, or the shop does not trust the certificate and cannot ask the provider.
 */
export type WebhookVerdict =
  | Readonly<{ is: 'genuine' | 'forged' }>
  | Readonly<{ is: 'unverified'; code: 'WRONG_SIGNATURE' | 'NO_CERTIFICATE' | 'REFUSED_BY_PROVIDER' }>

/** `beforeLookUp` is called before a certificate is fetched, and may throw to prevent the fetch. */
export type WebhookCheck = (
  header: Headers,
  body: Buffer,
  beforeLookUp?: () => Promise<unknown>,
) => Promise<WebhookVerdict>

/** `webhookId` is the id of the shop's webhooks at the provider. */
export type Received = Readonly<{
  webhookId: string
  id: string
  time: string
  signature: string
  certUrl: string
  body: Buffer
}>

/** Throws if there is no answer, or after too many queries. */
export type AskProvider = (received: Received) => Promise<boolean>

type Means = Readonly<{
  certificates?: Pick<ReturnType<typeof keepCertificates>, 'at' | 'trust'>
  /** Used if the certificate is `unchained`. Without `askProvider`, the webhook then stays unverified. */
  askProvider?: AskProvider | undefined
}>

/** Throws UNAVAILABLE or RATE_LIMITED while the webhook cannot be checked. PayPal then sends the webhook again. */
export function createWebhookCheck(
  trust: WebhookTrust,
  { certificates = keepCertificates(trust), askProvider }: Means = {},
): WebhookCheck {
  return async (header, body, beforeLookUp) => {
    const { webhookId } = trust
    const [id, time] = [header('paypal-transmission-id'), header('paypal-transmission-time')]
    const signature = header('paypal-transmission-sig')
    const certUrl = header('paypal-cert-url')
    if (!webhookId || header('paypal-auth-algo').toLowerCase() !== 'sha256withrsa') return FORGED
    if (!/^[\w-]{1,100}$/.test(id) || !/^[\w:.+-]{1,50}$/.test(time) || !/^[\w+/]{1,1000}={0,2}$/.test(signature))
      return FORGED
    const found = await certificates.at(certUrl, beforeLookUp).catch(notNow)
    if (found.is === 'elsewhere') return FORGED
    if (found.is === 'none') return { is: 'unverified', code: 'NO_CERTIFICATE' }
    const signed = [id, time, webhookId, crc32(body)].join('|')
    // Check the signature first, so that a sender without the key causes no call to the provider.
    if (!isSignedBy(found.key, signed, signature)) return { is: 'unverified', code: 'WRONG_SIGNATURE' }
    if (found.is === 'trusted') return GENUINE
    if (!askProvider) return { is: 'unverified', code: 'NO_CERTIFICATE' }
    const isGenuine = await askProvider({ webhookId, id, time, signature, certUrl, body }).catch(notNow)
    if (!isGenuine) return { is: 'unverified', code: 'REFUSED_BY_PROVIDER' }
    certificates.trust(certUrl)
    return GENUINE
  }
}

const GENUINE = { is: 'genuine' } as const
const FORGED = { is: 'forged' } as const

const isSignedBy = (key: KeyObject, signed: string, signature: string) =>
  verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'))

function notNow(cause: unknown): never {
  if (isShopError(cause, 'RATE_LIMITED')) throw cause
  throw new ShopError('UNAVAILABLE', 'This webhook cannot be checked right now', { cause })
}
