import { type KeyObject, X509Certificate } from 'node:crypto'
import { isCurrent, type WebhookTrust } from './webhook-trust.ts'

/** PayPal has one certificate at a time, and a next one before the first ends. */
const MOST_KEPT = 8
const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
/** Leaf, two or three authorities in between. */
const LONGEST_CHAIN = 5
/** However many addresses a hostile client makes up, this often one is fetched. */
const FETCHES_A_MINUTE = 10
const ONE_MINUTE_MS = 60_000

type Kept = Readonly<{ key: KeyObject; certificate: X509Certificate }>
type Options = Readonly<{ fetchPem?: (url: URL) => Promise<string>; now?: () => Date }>

/** The public keys of webhooks' certificates, by their address: each is fetched once, checked, and kept. */
export function keepCertificates(trust: WebhookTrust, { fetchPem = overHttp, now = () => new Date() }: Options = {}) {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Kept | undefined>>()
  let fetches: readonly number[] = []

  /**
   * The key of the certificate at this address; undefined if that may not be fetched or is not to be trusted. Throws if it cannot be
   * had right now.
   */
  async function keyAt(address: string): Promise<KeyObject | undefined> {
    const url = URL.parse(address)
    if (!url || !trust.mayFetch(url)) return undefined
    const known = kept.get(url.href)
    if (known && isCurrent(known.certificate, now())) return known.key
    const fetching = underWay.get(url.href) ?? fetched(url)
    underWay.set(url.href, fetching)
    return (await fetching.finally(() => underWay.delete(url.href)))?.key
  }

  async function fetched(url: URL): Promise<Kept | undefined> {
    const nowMs = now().getTime()
    fetches = [...fetches.filter((atMs) => nowMs - atMs < ONE_MINUTE_MS), nowMs]
    if (fetches.length > FETCHES_A_MINUTE) {
      fetches = fetches.slice(0, FETCHES_A_MINUTE)
      throw new Error('Too many certificates were asked for')
    }
    const certificate = trustedIn(await fetchPem(url), trust, now())
    if (!certificate) return undefined
    const fresh = { key: certificate.publicKey, certificate }
    kept.set(url.href, fresh)
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest)
    return fresh
  }

  return { keyAt }
}

/** The first certificate of a file in PEM, if it has a right name and the others lead from it to a root; else undefined. */
export function trustedIn(pem: string, trust: WebhookTrust, at: Date): X509Certificate | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [leaf, ...others] = blocks.slice(0, LONGEST_CHAIN).map((block) => new X509Certificate(block))
  if (!leaf || !trust.names.some((name) => leaf.checkHost(name) !== undefined)) return undefined
  if (leaf.publicKey.asymmetricKeyType !== 'rsa') return undefined
  let current: X509Certificate = leaf
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (!isCurrent(current, at)) return undefined
    if (trust.isIssuedByRoot(current)) return leaf
    const issuer = others.find((other) => other.ca && current.checkIssued(other) && current.verify(other.publicKey))
    if (!issuer) return undefined
    current = issuer
  }
  return undefined
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
