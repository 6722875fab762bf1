import type { KeyObject, X509Certificate } from 'node:crypto'
import { certificatesIn } from '@shop/server/certificates-in'
import { LRUCache } from 'lru-cache'
import { isCurrent, type WebhookTrust } from './webhook-trust.ts'

/** PayPal has one certificate at a time, and a next one before the first ends. */
const MOST_KEPT = 8
const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
/** Leaf, two or three authorities in between. */
const MOST_CERTIFICATES = 5
/** However many addresses hostile clients make up, this often one is fetched; the caller bounds how often for one network. */
const FETCHES_A_MINUTE = 60
const ONE_MINUTE_MS = 60_000
/** An address from which nothing of use came is not fetched again before. */
const FAILED_FOR_MS = ONE_MINUTE_MS
const MOST_FAILED = 1000

type Kept = Readonly<{ key: KeyObject; certificate: X509Certificate; isTrusted: boolean }>
type Options = Readonly<{ fetchPem?: (url: URL) => Promise<string>; now?: () => Date }>

/**
 * What stands at the address of a certificate. `elsewhere`: it may not be fetched. `none`: no certificate that signs webhooks.
 * `unchained`: one from which no chain leads to a root.
 */
export type Found =
  | Readonly<{ is: 'elsewhere' }>
  | Readonly<{ is: 'none' }>
  | Readonly<{ is: 'trusted' | 'unchained'; key: KeyObject }>

/** The public keys of webhooks' certificates, by their address: each is fetched once, checked, and kept. */
export function keepCertificates(trust: WebhookTrust, { fetchPem = overHttp, now = () => new Date() }: Options = {}) {
  const kept = new Map<string, Kept>()
  const failed = new LRUCache<string, number>({ max: MOST_FAILED })
  const underWay = new Map<string, Promise<Kept | undefined>>()
  let fetches: readonly number[] = []

  /** Throws if the certificate cannot be had right now. `beforeLookUp` is called where it is to be fetched, and may refuse that. */
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
      throw new Error('The certificate could not be had a moment ago')
    fetches = [...fetches.filter((atMs) => nowMs - atMs < ONE_MINUTE_MS), nowMs]
    if (fetches.length > FETCHES_A_MINUTE) {
      fetches = fetches.slice(0, FETCHES_A_MINUTE)
      throw new Error('Too many certificates were asked for')
    }
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
    /** The provider has confirmed what this certificate has signed: until it ends, its key is trusted. */
    trust(address: string) {
      const known = kept.get(address)
      if (known) kept.set(address, { ...known, isTrusted: true })
    },
  }
}

const found = (known: Kept | undefined): Found =>
  known ? { is: known.isTrusted ? 'trusted' : 'unchained', key: known.key } : { is: 'none' }

/**
 * The certificate of a file in PEM that signs webhooks, and whether it is to be trusted: it has a right name, and others of the file
 * lead from it to a root, in whatever order they stand. Undefined for a file without one.
 */
export function signerIn(pem: string, trust: WebhookTrust, at: Date) {
  const all = certificatesIn(pem).slice(0, MOST_CERTIFICATES)
  const signers = all.filter((one) => !one.ca && one.publicKey.asymmetricKeyType === 'rsa' && isCurrent(one, at))
  const named = signers.find((one) => trust.names.some((name) => one.checkHost(name)))
  const certificate = named ?? signers[0]
  return certificate && { certificate, isTrusted: named !== undefined && leadsToRoot(named, all, trust, at) }
}

/** A file may have authorities of one name that follow each other: every way is tried, and none twice. */
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
