import type { KeyObject, X509Certificate } from 'node:crypto'
import { certificatesIn } from '@shop/server/certificates-in'
import { certificateFetches } from '@shop/server/limits/budgets'
import { LRUCache } from 'lru-cache'
import { isCurrent, type WebhookTrust } from './webhook-trust.ts'

/** PayPal uses one certificate at a time and replaces it shortly before it expires. */
const MOST_KEPT = 8
const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
/** A genuine file has the certificate that signs, and two or three intermediate authorities. */
const MOST_CERTIFICATES = 5
/** After a fetch that failed or returned no usable certificate, the address is not fetched again for this long. */
const FAILED_FOR_MS = 60_000
const MOST_FAILED = 1000

type Kept = Readonly<{ key: KeyObject; certificate: X509Certificate; isTrusted: boolean }>
type Options = Readonly<{ fetchPem?: (url: URL) => Promise<string>; now?: () => Date }>

/**
 * `elsewhere`: the shop must not fetch anything from this address. `none`: the address has no certificate that signs webhooks. `unchained`:
 * the address's certificate has no accepted name, or no chain to a root.
 */
export type Found =
  | Readonly<{ is: 'elsewhere' }>
  | Readonly<{ is: 'none' }>
  | Readonly<{ is: 'trusted' | 'unchained'; key: KeyObject }>

export function keepCertificates(trust: WebhookTrust, { fetchPem = overHttp, now = () => new Date() }: Options = {}) {
  const kept = new Map<string, Kept>()
  const failed = new LRUCache<string, number>({ max: MOST_FAILED })
  const underWay = new Map<string, Promise<Kept | undefined>>()
  let fetches: readonly number[] = []

  /** Throws if the certificate cannot be fetched right now. `beforeLookUp`: as in WebhookCheck. */
  async function at(address: string, beforeLookUp: () => Promise<unknown> = async () => {}): Promise<Found> {
    const url = URL.parse(address)
    if (!url || !trust.mayFetch(url)) return { is: 'elsewhere' }
    const known = kept.get(url.href)
    if (known && isCurrent(known.certificate, now())) return found(known)
    const fetching = underWay.get(url.href) ?? fetched(url, beforeLookUp)
    underWay.set(url.href, fetching)
    return found(await fetching.finally(() => underWay.delete(url.href)))
  }

  async function fetched(url: URL, beforeLookUp: () => Promise<unknown>): Promise<Kept | undefined> {
    await beforeLookUp()
    const nowMs = now().getTime()
    if (nowMs - (failed.get(url.href) ?? Number.NEGATIVE_INFINITY) < FAILED_FOR_MS)
      throw new Error('Fetching the certificate failed a moment ago, and is not tried again yet')
    fetches = fetches.filter((atMs) => nowMs - atMs < certificateFetches.seconds * 1000)
    if (fetches.length >= certificateFetches.points) throw new Error('Too many certificates were requested')
    fetches = [...fetches, nowMs]
    failed.set(url.href, nowMs)
    const signer = signerIn(await fetchPem(url), trust, now())
    if (!signer) return undefined
    failed.delete(url.href)
    const { certificate, isTrusted } = signer
    const fresh = { key: certificate.publicKey, certificate, isTrusted }
    kept.set(url.href, fresh)
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest)
    return fresh
  }

  return {
    at,
    /** Called if the provider has confirmed a signature made with this certificate. */
    trust(address: string) {
      const known = kept.get(address)
      if (known) kept.set(address, { ...known, isTrusted: true })
    },
  }
}

const found = (known: Kept | undefined): Found =>
  known ? { is: known.isTrusted ? 'trusted' : 'unchained', key: known.key } : { is: 'none' }

export function signerIn(pem: string, trust: WebhookTrust, at: Date) {
  const all = certificatesIn(pem).slice(0, MOST_CERTIFICATES)
  const signers = all.filter((one) => !one.ca && one.publicKey.asymmetricKeyType === 'rsa' && isCurrent(one, at))
  const named = signers.find((one) => trust.names.some((name) => one.checkHost(name)))
  const certificate = named ?? signers[0]
  return certificate && { certificate, isTrusted: named !== undefined && leadsToRoot(named, all, trust, at) }
}

/** Several authorities may have the same name, so every path is tried. */
function leadsToRoot(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trust: WebhookTrust,
  at: Date,
): boolean {
  if (!isCurrent(certificate, at)) return false
  if (trust.isIssuedByRoot(certificate)) return true
  const further = others.filter((other) => other !== certificate)
  return further.some(
    (other) =>
      other.ca &&
      certificate.checkIssued(other) &&
      certificate.verify(other.publicKey) &&
      leadsToRoot(other, further, trust, at),
  )
}

async function overHttp(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status !== 200) throw new Error(`The certificate's address answered ${response.status}`)
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.length > MOST_BYTES) throw new Error('The certificate is too large')
  }
  return text
}
