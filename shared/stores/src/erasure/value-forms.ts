import { createHash } from 'node:crypto'

export type Form = Readonly<{ how: string; bytes: Buffer; anyCase: boolean }>

/** Shorter forms occur by chance in any data. */
const LEAST_BYTES = 4
export const MOST_BYTES = 2_048
const HASHES = ['md5', 'sha1', 'sha256', 'sha512'] as const

/** All forms in which a personal value is recognized. The forms include hashes, because an e-mail address can be guessed from its hash. */
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
  // The first of several equal forms stays, because its name is the simplest.
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

/** The value in base64, without the characters that depend on the bytes before or after it. */
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
