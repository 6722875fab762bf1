import type { Context } from 'koa'
import type { Exchange } from './check-exchange.ts'

/** Call this after the simulator has answered. */
export function exchangeOf(ctx: Context): Exchange {
  return {
    method: ctx.method,
    path: ctx.path,
    requestHeaders: headersFrom(ctx.request.headers),
    // A refused body is left out, because it can be nested too deeply for `JSON.stringify`.
    requestBody: ctx.status < 300 ? JSON.stringify(ctx.request.body ?? {}) : '',
    status: ctx.status,
    headers: headersFrom(ctx.response.headers),
    body: typeof ctx.body === 'string' ? ctx.body : (JSON.stringify(ctx.body) ?? ''),
  }
}

const headersFrom = (headers: Readonly<Record<string, unknown>>) =>
  new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
