import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const DAY_MS = 24 * 60 * 60 * 1000
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * A certificate chain like PayPal's, each certificate in PEM: a root, an authority that the root issued, and the certificate that signs
 * webhooks.
 */
export function makeChain(name = 'messageverificationcerts.paypal.com') {
  const [root, middle, leaf] = [pair(), pair(), pair()]
  const top = { issuerName: 'Root', issuerKey: root.privateKey }
  return {
    root: issue({ ...top, name: 'Root', publicKey: root.publicKey, ca: true }),
    intermediate: issue({ ...top, name: 'Authority', publicKey: middle.publicKey, ca: true }),
    leaf: issue({ issuerName: 'Authority', issuerKey: middle.privateKey, name, publicKey: leaf.publicKey, ca: false }),
    signatureOf: (text: string) => sign('sha256', Buffer.from(text), leaf.privateKey).toString('base64'),
  }
}

type Wanted = Readonly<{ name: string; issuerName: string; publicKey: KeyObject; issuerKey: KeyObject; ca: boolean }>

/** An X.509 certificate (RFC 5280), valid from yesterday for ten days. */
function issue({ name, issuerName, publicKey, issuerKey, ca }: Wanted): string {
  const extension = ca
    ? sequence(oid('551d13'), der(OCTETS, sequence(der(BOOLEAN, Buffer.of(0xff)))))
    : sequence(oid('551d11'), der(OCTETS, sequence(der(DNS_NAME, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    SHA256_WITH_RSA,
    commonName(issuerName),
    sequence(time(-DAY_MS), time(10 * DAY_MS)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', body, issuerKey)])
  const lines =
    sequence(body, SHA256_WITH_RSA, der(BITS, signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/* Tags of DER (ITU-T X.690). */
const [BOOLEAN, INTEGER, BITS, OCTETS, NOTHING, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [
  1, 2, 3, 4, 5, 6, 12, 23, 0x30, 0x31,
] as const
const DNS_NAME = 0x82

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(SEQUENCE, Buffer.concat(parts))
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))
const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), der(NOTHING, Buffer.of()))
const commonName = (name: string) => sequence(der(SET, sequence(oid('550403'), der(UTF8, Buffer.from(name)))))
const time = (afterMs: number) => {
  const text = new Date(Date.now() + afterMs)
    .toISOString()
    .slice(2)
    .replace(/[-:T]|\.\d+/g, '')
  return der(UTC_TIME, Buffer.from(text))
}
