import { type KeyObject, randomBytes, sign } from 'node:crypto'

type Wanted = Readonly<{
  /** Both the common name and the only alternative name, as in PayPal's certificates. */
  name: string
  issuerName: string
  publicKey: KeyObject
  /** An Ed25519 key. */
  issuerKey: KeyObject
  from: Date
  to: Date
}>

/** Makes an X.509 certificate in PEM (RFC 5280). node:crypto can only read certificates. */
export function issueCertificate({ name, issuerName, publicKey, issuerKey, from, to }: Wanted): string {
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const version = context(0, integer(Buffer.from([2])))
  const alternative = sequence(oid(SUBJECT_ALT_NAME), der(OCTETS, sequence(der(DNS_NAME, Buffer.from(name)))))
  const body = sequence(
    version,
    integer(serial),
    sequence(oid(ED25519)),
    commonName(issuerName),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(alternative)),
  )
  const signature = sign(null, body, issuerKey)
  const certificate = sequence(body, sequence(oid(ED25519)), der(BITS, Buffer.concat([Buffer.of(0), signature])))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/* Tags and object identifiers of DER (ITU-T X.690), as bytes. */
const [INTEGER, BITS, OCTETS, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 0x30, 0x31] as const
const DNS_NAME = 0x82
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const ED25519 = '2b6570'

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(SEQUENCE, Buffer.concat(parts))
const context = (number: number, content: Uint8Array) => der(0xa0 | number, content)
const integer = (bytes: Uint8Array) => der(INTEGER, bytes)
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))
const commonName = (name: string) => sequence(der(SET, sequence(oid(COMMON_NAME), der(UTF8, Buffer.from(name)))))
/** The time in the form 261122100500Z. Two digits of the year are enough before 2050. */
const time = (at: Date) =>
  der(
    UTC_TIME,
    Buffer.from(
      at
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  )
