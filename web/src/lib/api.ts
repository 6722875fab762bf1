import type { Refusal } from '@shop/language/refusal/answers'
import { lasting } from './storage.ts'

export const api = {
  get: <T>(path: string, options?: Options) => call<T>('GET', path, options),
  post: <T>(path: string, options?: Options) => call<T>('POST', path, options),
  put: <T>(path: string, options?: Options) => call<T>('PUT', path, options),
  delete: <T>(path: string, options?: Options) => call<T>('DELETE', path, options),
  page: async <T>(path: string, options?: Options): Promise<Page<T>> => {
    const response = await send('GET', path, options)
    return { items: listIn<T>(await response.json()), ...nextOf(response.headers.get('link'), path) }
  },
  /** A resource and its version, for the `If-Match` of an edit. */
  versioned: async <T>(path: string, options?: Options): Promise<{ body: T; etag: string }> => {
    const response = await send('GET', path, options)
    return { body: (await response.json()) as T, etag: response.headers.get('etag') ?? '' }
  },
  stream: async (path: string, options?: Options): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    const { body } = await send('GET', path, options, { endless: true })
    return body ?? new ReadableStream({ start: (controller) => controller.close() })
  },
}

/** An answer that is not a list counts as empty (spec §4). */
export const listIn = <T>(answer: unknown): readonly T[] => (Array.isArray(answer) ? answer : [])

export type Page<T> = { items: readonly T[]; next?: string }

type Options = {
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  headers?: Record<string, string>
  priority?: RequestPriority
}

export class ApiError extends Error {
  /** 0 if the shop did not answer. */
  readonly status: number
  readonly code: Refusal['code']
  readonly fields: Refusal['fields']
  readonly body: Partial<Refusal>
  /** Whether a write may have been done although its answer was lost. */
  readonly mayBeDone: boolean

  constructor(status: number, body: Partial<Refusal>, method = 'GET') {
    super(body.message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'UNAVAILABLE'
    this.fields = body.fields
    this.body = body
    this.mayBeDone = method !== 'GET' && [0, 502, 504].includes(status)
  }

  /** Whether a retry would be refused again. */
  get isRefusal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }
}

export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.message) || fallback

/** The handler runs when a call with a token was answered 401 (decisions C15). */
export const onSessionRejected = (handler: () => void) => {
  sessionRejected = handler
}

let sessionRejected = () => {}

/** The handler runs when a write was answered before every read model showed it (decisions, “Answers”). */
export const onReadsBehind = (handler: () => void) => {
  readsBehind = handler
}

let readsBehind = () => {}

async function call<T>(method: string, path: string, options?: Options): Promise<T> {
  const response = await send(method, path, options)
  return (await response.json()) as T
}

async function send(
  method: string,
  path: string,
  { body, signal: asked, idempotencyKey, headers, priority }: Options = {},
  { endless = false } = {},
) {
  const token = lasting.getItem('token')
  const signal = endless ? asked : withinLimit(asked)
  const response = await fetch(path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(priority && { priority }),
  }).catch((cause: unknown) => {
    if (asked?.aborted) throw cause
    throw new ApiError(0, navigator.onLine === false ? { message: 'You are offline.' } : {}, method)
  })
  // A refused write can have recorded something too.
  if (method !== 'GET' && response.headers.has('x-consistency')) readsBehind()
  if (response.ok) return response
  // A late refusal of an earlier token says nothing about this session.
  if (response.status === 401 && token && token === lasting.getItem('token')) sessionRejected()
  throw new ApiError(response.status, await errorBody(response), method)
}

/** All timeouts of the gateway are shorter. */
const LIMIT_MS = 20_000

/** Some supported browsers lack `AbortSignal.any`. */
function withinLimit(asked: AbortSignal | undefined): AbortSignal {
  const ending = new AbortController()
  for (const signal of [asked, AbortSignal.timeout(LIMIT_MS)]) {
    if (signal?.aborted) ending.abort(signal.reason)
    signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
  }
  return ending.signal
}

/** `new URL` needs a host, but only the result's path and query are used. */
const NOWHERE = 'http://shop.invalid'

export function nextOf(link: string | null | undefined, asked: string): { next?: string } {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return next ? { next: resolved(next, asked) } : {}
}

function resolved(link: string, asked: string): string {
  const { pathname, search } = new URL(link, new URL(asked, NOWHERE))
  return pathname + search
}

/** Empty if a proxy has answered instead of the shop. */
const errorBody = (response: Response): Promise<Partial<Refusal>> =>
  response.json().catch(() => ({})) as Promise<Partial<Refusal>>
