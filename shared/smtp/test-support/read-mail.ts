export type ReadMail = Readonly<{
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers: string
}>

/** Decodes only the parts of MIME that the shop's mails use. `raw`: the received mail, with one character for each byte. */
export function decoded(raw: string): ReadMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const parts = raw.slice(head.length).split(`--${boundary}`)
  return {
    id: /<([^@>]+)@/.exec(headerOf(headers, 'Message-ID'))?.[1] ?? '',
    to: headerOf(headers, 'To').replace(/^<|>$/g, ''),
    subject: words(headerOf(headers, 'Subject')),
    text: bodyOf(parts, 'text/plain'),
    html: bodyOf(parts, 'text/html'),
    headers,
  }
}

const headerOf = (headers: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''

function bodyOf(parts: readonly string[], type: string) {
  const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const start = part.indexOf('\r\n\r\n') + 4
  const body = part.slice(start).replace(/\r\n$/, '')
  if (part.slice(0, start).includes('base64')) return Buffer.from(body, 'base64').toString()
  return utf8(part.slice(0, start).includes('quoted-printable') ? unquoted(body) : body).replaceAll('\r\n', '\n')
}

/** Decodes the encoded words of a header (RFC 2047). */
const words = (value: string) =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, form: string, text: string) =>
      form.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : utf8(unquoted(text.replaceAll('_', ' '))),
    )

const unquoted = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString()
