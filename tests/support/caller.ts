import { holdToSchema } from './hold-to-schema.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer of the shop
  body: any
  headers: Headers
}

/** If a call takes longer than this, it hangs and the test fails. It is long enough for a busy machine. */
const HANGS_MS = 120_000

type Request = { body?: unknown; raw?: string | Buffer | FormData; headers?: Record<string, string>; method?: string }

/**
 * An HTTP client of the shop, with or without a token and a guest id. It keeps its cookies. Throws if an answer contradicts the OpenAPI
 * document.
 */
export function callerAt(url: string, { token, guestId }: { token?: string; guestId?: string } = {}) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, { body, raw, headers = {} }: Request = {}): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
      redirect: 'manual',
      signal: AbortSignal.timeout(HANGS_MS),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const answered = isJson && text ? JSON.parse(text) : text
    holdToSchema(method, path, response, answered)
    return { status: response.status, body: answered, headers: response.headers }
  }

  return {
    token,
    guestId,
    send,
    get: (path: string, request?: Request) => send('GET', path, request),
    post: (path: string, body: unknown = {}, request: Request = {}) => send('POST', path, { body, ...request }),
    put: (path: string, body: unknown = {}, request: Request = {}) => send('PUT', path, { body, ...request }),
    delete: (path: string, body?: unknown, request: Request = {}) =>
      send('DELETE', path, { ...(body !== undefined && { body }), ...request }),
  }
}
export type ShopCaller = ReturnType<typeof callerAt>
