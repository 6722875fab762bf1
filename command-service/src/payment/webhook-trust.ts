import { createPublicKey, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { certificatesIn } from '@shop/server/certificates-in'
import { simulatorWebhooks } from '@shop/server/simulator-webhooks'

export type WebhookTrust = Readonly<{
  /** The webhook's id at the provider. If the id is undefined, no webhook is accepted. */
  webhookId: string | undefined
  mayFetch: (url: URL) => boolean
  names: readonly string[]
  isIssuedByRoot: (certificate: X509Certificate) => boolean
}>

const CERTIFICATES = '/v1/notifications/certs/'
const HOSTS = ['api.paypal.com', 'api-m.paypal.com', 'api.sandbox.paypal.com', 'api-m.sandbox.paypal.com']
const NAMES = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com']

let roots: readonly X509Certificate[] | undefined

/**
 * Trusts PayPal's certificates from the hosts of PayPal's API. The root certificate must be known to Node, or be added by the operator
 * (`authorities`, in PEM).
 */
export function paypalTrust(webhookId: string | undefined, authorities = ''): WebhookTrust {
  const added = certificatesIn(authorities)
  return {
    webhookId,
    mayFetch: (url) => url.protocol === 'https:' && HOSTS.includes(url.host) && isCertificatePath(url, ''),
    names: NAMES,
    isIssuedByRoot(certificate) {
      roots ??= rootCertificates.map((pem) => new X509Certificate(pem))
      return [...added, ...roots].some(
        (root) => root.ca && isCurrent(root) && certificate.checkIssued(root) && certificate.verify(root.publicKey),
      )
    },
  }
}

/** Trusts certificates from the simulator's address, issued with the key that the simulator and the shop share. */
export function simulatorTrust({
  baseUrl,
  clientSecret,
}: Readonly<{ baseUrl: string; clientSecret: string }>): WebhookTrust {
  const base = new URL(baseUrl)
  const { id: webhookId, name, authority } = simulatorWebhooks(clientSecret)
  const issuer = createPublicKey(authority)
  return {
    webhookId,
    mayFetch: (url) => url.origin === base.origin && isCertificatePath(url, base.pathname.replace(/\/$/, '')),
    names: [name],
    isIssuedByRoot: (certificate) => certificate.verify(issuer),
  }
}

const isCertificatePath = ({ pathname, search, hash, username, password }: URL, prefix: string) =>
  pathname.startsWith(prefix + CERTIFICATES) &&
  /^[\w-]{1,100}$/.test(pathname.slice(prefix.length + CERTIFICATES.length)) &&
  !(search || hash || username || password)

export const isCurrent = ({ validFromDate, validToDate }: X509Certificate, at = new Date()) =>
  validFromDate <= at && at <= validToDate
