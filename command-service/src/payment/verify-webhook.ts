import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ShopError } from '@shop/language/errors'
import { keepCertificates } from './webhook-certificates.ts'
import type { WebhookTrust } from './webhook-trust.ts'

/** A header's value, '' if it is absent. */
type Headers = (name: string) => string

export type WebhookCheck = (header: Headers, body: Buffer) => Promise<boolean>

/**
 * Tells whether a webhook is PayPal's own and unchanged: it is signed over transmission id, time, our webhook's id and the body's
 * CRC-32, with the key of a certificate that PayPal-Cert-Url names. Throws UNAVAILABLE while that cannot be fetched: PayPal sends again.
 */
export function createWebhookCheck(
  trust: WebhookTrust,
  certificates: Pick<ReturnType<typeof keepCertificates>, 'keyAt'> = keepCertificates(trust),
): WebhookCheck {
  return async (header, body) => {
    const { webhookId } = trust
    const [id, time] = [header('paypal-transmission-id'), header('paypal-transmission-time')]
    const signature = header('paypal-transmission-sig')
    if (!webhookId || header('paypal-auth-algo') !== 'SHA256withRSA') return false
    if (!/^[\w-]{1,100}$/.test(id) || !/^[\w:.+-]{1,50}$/.test(time) || !/^[\w+/]{1,1000}={0,2}$/.test(signature))
      return false
    const key = await certificates.keyAt(header('paypal-cert-url')).catch((cause: unknown) => {
      throw new ShopError('UNAVAILABLE', 'The certificate of this webhook cannot be checked right now', { cause })
    })
    if (!key) return false
    const signed = [id, time, webhookId, crc32(body)].join('|')
    return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'))
  }
}
