import { type IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pageAnswers } from '@shop/server/limits/at-once'
import { createShares } from '@shop/server/limits/shares'
import type { Middleware, ParameterizedContext } from 'koa'

type ApiAnswer = Readonly<{ status: number; text: string; link: string }>

/** Undefined if the read fails or takes too long. */
export type AskApi = (ctx: ParameterizedContext, address: string) => Promise<ApiAnswer | undefined>

const PAGE_WAITS_MS = 1500

/** Reads through the gateway's own routes, so a rendered page gets the same answers as the browser. */
export function askThrough(api: Middleware): AskApi {
  const begin = createShares(pageAnswers)
  return async (ctx, address) => {
    const end = begin(ctx.ip)
    if (!end) return undefined
    const answer = answerOf(api, ctx, address).finally(end)
    return new Promise((resolve) => {
      const enough = setTimeout(resolve, PAGE_WAITS_MS, undefined)
      void answer.then(resolve).finally(() => clearTimeout(enough))
    })
  }
}

async function answerOf(
  api: Middleware,
  { app, req, state }: ParameterizedContext,
  address: string,
): Promise<ApiAnswer | undefined> {
  const request = Object.create(req) as IncomingMessage
  // The visitor's cookies and conditional headers are left out, so that the page contains nothing personal.
  const headers = { host: req.headers.host, accept: 'application/json' }
  Object.assign(request, { method: 'GET', url: address, headers })
  const inner = app.createContext(request, new ServerResponse(request))
  inner.state = { requestId: state.requestId }
  try {
    await api(inner, async () => {})
    return { status: inner.status, text: await textOf(inner.body), link: inner.response.get('Link') || '' }
  } catch {
    // The browser repeats this read, and shows the failure.
    return undefined
  }
}

/** The text of an answer's body. A body that is neither text nor bytes is sent as JSON. */
export async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body
  if (Buffer.isBuffer(body)) return body.toString()
  return isStream(body) ? text(body) : JSON.stringify(body)
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
