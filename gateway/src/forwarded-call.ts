import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { alreadyReceived, receivedBody } from '@shop/server/http/request-body'
import { requestIdOf } from '@shop/server/http/request-metadata'
import { SMALL_BODY } from '@shop/server/limits/sizes'
import type { Context } from 'koa'
import type { OutgoingCall } from './send-on.ts'

const NONE = Buffer.alloc(0)

/** Hop-by-hop headers (RFC 9110 §7.6.1), and headers that only the gateway may set. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The gateway itself compresses the answer.
  'accept-encoding',
  'expect',
  'content-length',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-command-id',
  'x-request-id',
])

/**
 * If a write has no Idempotency-Key, the write gets a command id, so that the gateway can send it again. The room stores every
 * Idempotency-Key. It stores a command id only if the write has changed something.
 */
export async function forwardedCall(ctx: Context): Promise<OutgoingCall> {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  const body = isRead ? NONE : await bodyOf(ctx)
  return {
    method: ctx.method,
    path: ctx.url,
    body,
    headers: {
      ...endToEnd(ctx.headers),
      host: ctx.host,
      'x-forwarded-for': ctx.ip,
      'x-forwarded-proto': ctx.protocol,
      'x-request-id': requestIdOf(ctx),
      ...(!isRead && !ctx.get('idempotency-key') && { 'x-command-id': randomUUID() }),
      ...(!isRead && lengthOf(body, ctx)),
    },
  }
}

/** Removes hop-by-hop headers, also those that `Connection` names, and the headers that the gateway sets itself. */
export function endToEnd<Headers extends OutgoingHttpHeaders>(headers: Headers): Partial<Headers> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const passed = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name) && !named.includes(name))
  return Object.fromEntries(passed) as Partial<Headers>
}

async function bodyOf(ctx: Context): Promise<OutgoingCall['body']> {
  const received = alreadyReceived(ctx)
  if (received) return received
  const length = Number(ctx.get('content-length') || 0)
  if (length > SMALL_BODY.maxBytes) return ctx.req
  return length === 0 && !ctx.get('transfer-encoding') ? NONE : receivedBody(ctx, SMALL_BODY)
}

const lengthOf = (body: OutgoingCall['body'], ctx: Context): OutgoingHttpHeaders => {
  const length = Buffer.isBuffer(body) ? body.length : ctx.get('content-length')
  return length === '' ? {} : { 'content-length': length }
}
