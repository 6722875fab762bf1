import { createHash } from 'node:crypto'

/** A value as it may be stored: its bytes, how it was written, and whether letters of either case count as equal. */
export type Form = Readonly<{ how: string; bytes: Buffer; anyCase: boolean }>

/** Shorter ones would be found in anything. */
const LEAST_BYTES = 4
/** The longest form that is searched for; of a longer one its beginning. */
export const MOST_BYTES = 2_048
const HASHES = ['md5', 'sha1', 'sha256', 'sha512'] as const

/**
 * Every form in which a personal value is recognised: as text, escaped for JSON, HTML or an address, in UTF-16, in base64 at
 * each of the three places that it may have in a longer text, in hex, and as an unsalted hash, which for an e-mail is as good as the e-mail.
 */
export function formsOf(value: string): readonly Form[] {
  const texts = [...new Set([value, value.toLowerCase(), value.toUpperCase(), value.trim().toLowerCase()])]
  const forms = texts.flatMap((text) => [
    { how: 'as text', bytes: Buffer.from(text), anyCase: true },
    ...escapedOf(text).map((escaped) => ({ how: 'escaped', bytes: Buffer.from(escaped), anyCase: true })),
    { how: 'in UTF-16', bytes: Buffer.from(text, 'utf16le'), anyCase: true },
    { how: 'in hex', bytes: Buffer.from(Buffer.from(text).toString('hex')), anyCase: true },
    ...base64Of(text).map((bytes) => ({ how: 'in base64', bytes, anyCase: false })),
    ...hashesOf(text),
  ])
  const long = forms.filter(({ bytes }) => bytes.length >= LEAST_BYTES)
  const cut = long.map((form) => ({ ...form, bytes: form.bytes.subarray(0, MOST_BYTES) }))
  // Of two equal ones the first, which names the plainer form.
  return [...new Map(cut.toReversed().map((form) => [form.bytes.toString('latin1'), form])).values()]
}

function escapedOf(text: string) {
  const json = JSON.stringify(text).slice(1, -1)
  const address = encodeURIComponent(text)
  return [
    json,
    json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    json.replaceAll('/', '\\/'),
    address,
    address.replaceAll('%20', '+'),
    new URLSearchParams([['', text]]).toString().slice(1),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ]
}

/** Without the characters that also depend on what stands before or after the value. */
function base64Of(text: string) {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding)
      const whole = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
      return Buffer.from(whole)
    }),
  )
}

function hashesOf(text: string): readonly Form[] {
  return HASHES.flatMap((name) => {
    const hash = createHash(name).update(text).digest()
    const how = `as its ${name}`
    return [
      { how, bytes: hash, anyCase: false },
      { how, bytes: Buffer.from(hash.toString('hex')), anyCase: true },
      { how, bytes: Buffer.from(hash.toString('base64').replace(/=+$/, '')), anyCase: false },
      { how, bytes: Buffer.from(hash.toString('base64url')), anyCase: false },
    ]
  })
}
