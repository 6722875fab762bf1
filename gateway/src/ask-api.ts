import { type IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Middleware } from 'koa'

export type ApiAnswer = Readonly<{ status: number; text: string; link: string }>

/** Asks the shop's API what anybody may ask, on behalf of a page. Undefined when the page had better not wait for it. */
export type AskApi = (ctx: Context, address: string) => Promise<ApiAnswer | undefined>

const PAGE_WAITS_MS = 1500
/** While the rooms are slow, pages go out without answers rather than pile up. */
const MOST_AT_ONCE = 256

/** Goes through the gateway's own routes: the page is told what its client would be told at the same address. */
export function askThrough(api: Middleware): AskApi {
  let asking = 0
  return async (ctx, address) => {
    if (asking >= MOST_AT_ONCE) return undefined
    asking++
    const answer = answerOf(api, ctx, address).finally(() => asking--)
    const waiting = new AbortController()
    const enough = sleep(PAGE_WAITS_MS, undefined, { signal: waiting.signal }).catch(() => undefined)
    return Promise.race([answer, enough]).finally(() => waiting.abort())
  }
}

async function answerOf(
  api: Middleware,
  { app, req, state }: Context,
  address: string,
): Promise<ApiAnswer | undefined> {
  const request = Object.create(req) as IncomingMessage
  // Without the reader's cookies and conditions: nothing personal is put into a page.
  const headers = { host: req.headers.host, accept: 'application/json' }
  Object.assign(request, { method: 'GET', url: address, headers })
  const inner = app.createContext(request, new ServerResponse(request))
  inner.state = { requestId: state.requestId }
  try {
    await api(inner, async () => {})
    return { status: inner.status, text: await textOf(inner.body), link: inner.response.get('Link') || '' }
  } catch {
    // The client asks again and shows what went wrong.
    return undefined
  }
}

async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body
  if (Buffer.isBuffer(body)) return body.toString()
  if (!isStream(body)) return JSON.stringify(body)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
