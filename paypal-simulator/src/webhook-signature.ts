import { createHash, createPublicKey, generateKeyPair, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { issueCertificate } from './certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const VALID_DAYS = 400
const ALGORITHM = 'SHA256withRSA'

export type WebhookIdentity = Readonly<{
  id: string
  name: string
  /** The Ed25519 key that issues the certificate. */
  authority: KeyObject
}>

type Options = Readonly<{
  /** The simulator's address as the shop knows it. The certificate is served there. */
  base: string
  identity: WebhookIdentity
  now: () => Date
}>

export type Transmission = Readonly<{
  id: string
  time: string
  webhookId: string
  algorithm: string
  certificateUrl: string
  body: string
  signature: Buffer
}>

/** Signs webhooks as PayPal does. */
export function createWebhookSignature({ base, identity, now }: Options) {
  let made: Promise<Readonly<{ id: string; pem: string; key: KeyObject }>> | undefined
  const addressOf = (id: string) => `${base}/v1/notifications/certs/${id}`

  /** Each start of the simulator has a new certificate and key. */
  const certificate = () => {
    made ??= make()
    return made
  }

  async function make() {
    const { publicKey, privateKey: key } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const pem = issueCertificate({
      name: identity.name,
      issuerName: 'Test payments',
      publicKey,
      issuerKey: identity.authority,
      from: new Date(now().getTime() - DAY_MS),
      to: new Date(now().getTime() + VALID_DAYS * DAY_MS),
    })
    return { id: `CERT-${createHash('sha256').update(pem).digest('hex').slice(0, 24)}`, pem, key }
  }

  return {
    pemOf: async (id: string) => {
      const known = await certificate()
      return known.id === id ? known.pem : undefined
    },

    async headersFor(body: string) {
      const { id, key } = await certificate()
      const transmission = { id: randomUUID(), time: now().toISOString() }
      return {
        'paypal-auth-algo': ALGORITHM,
        'paypal-cert-url': addressOf(id),
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': sign('sha256', signedText(transmission, identity.id, body), key).toString('base64'),
      }
    },

    /** Also false for a transmission from an earlier start of the simulator. */
    async isGenuine({ certificateUrl, algorithm, webhookId, body, signature, ...transmission }: Transmission) {
      const { id, key } = await certificate()
      if (certificateUrl !== addressOf(id) || algorithm !== ALGORITHM || webhookId !== identity.id) return false
      return verify('sha256', signedText(transmission, webhookId, body), createPublicKey(key), signature)
    },
  }
}

const signedText = ({ id, time }: Pick<Transmission, 'id' | 'time'>, webhookId: string, body: string) =>
  Buffer.from([id, time, webhookId, crc32(body)].join('|'))
