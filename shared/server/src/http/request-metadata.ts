import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ShopError } from '@shop/language/errors'
import type { Actor, Metadata } from '@shop/language/events/event'
import { idFrom } from '@shop/language/id-from'
import type { ParameterizedContext } from 'koa'
import { type Caller, callerOf } from './authenticate.ts'

/** The events' metadata that is known before a command is decided, and the condition of the decision. */
export type CommandMetadata = Omit<Metadata, 'schemaVersion' | 'recordedAt'> &
  Readonly<{
    /** The version that the caller has seen, from `If-Match`. The command is refused for any other version. Events do not have it. */
    seen?: number
  }>

const HEADER = 'x-request-id'

/** The request's id, which the gateway passes on to the rooms. */
export function requestIdOf(ctx: ParameterizedContext): string {
  ctx.state.requestId ??= requestIdIn(ctx.headers)
  return ctx.state.requestId
}

/** The id that a trusted caller gave the request, or a new one. */
export function requestIdIn(headers: IncomingHttpHeaders): string {
  const given = headers[HEADER]
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/**
 * The metadata of a request's command. An Idempotency-Key, scoped to caller and route, becomes the command's id. A keyed digest of the
 * body shows when the same key comes with another body (decisions answers). `caller`: pass it if it is not the authenticated one.
 */
export function metadataOf(
  ctx: ParameterizedContext,
  digestSecret: string,
  caller: Caller | undefined = callerOf(ctx),
): CommandMetadata {
  const actor: Actor = caller ? { id: caller.id, role: caller.role } : { role: 'guest' }
  const correlationId = requestIdOf(ctx)
  const scope = scopeOf(ctx, caller)
  const keyed = keyedIdOf(ctx, scope)
  if (!keyed) return { correlationId, causationId: commandIdOf(ctx, scope), actor }
  return {
    correlationId,
    causationId: keyed,
    actor,
    digest: createHmac('sha256', digestSecret)
      .update(JSON.stringify(ctx.request.body ?? {}))
      .digest('base64url'),
  }
}

/** The id of a write that is not a command but may arrive twice: from its Idempotency-Key, or from the gateway. */
export function writeIdOf(ctx: ParameterizedContext): string {
  const scope = scopeOf(ctx, callerOf(ctx))
  return keyedIdOf(ctx, scope) ?? commandIdOf(ctx, scope)
}

/** The id from a request's Idempotency-Key; undefined without one. Throws VALIDATION_FAILED for an invalid key. */
export function keyedIdOf(ctx: ParameterizedContext, scope = scopeOf(ctx, callerOf(ctx))): string | undefined {
  const key = ctx.get('idempotency-key')
  // An empty key is invalid too, because its sender relies on it.
  if (ctx.headers['idempotency-key'] === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ShopError('VALIDATION_FAILED', 'Idempotency-Key: 1 to 255 printable characters')
  return idFrom(scope, ctx.method, ctx.path, key)
}

/** A gateway that may send a write twice gives it an id. */
function commandIdOf(ctx: ParameterizedContext, scope: string): string {
  const id = ctx.get('x-command-id')
  return /^[\w-]{8,64}$/.test(id) ? idFrom(scope, ctx.method, ctx.path, 'command', id) : randomUUID()
}

/** The owner of the key: two strangers who choose the same key must not get each other's answers. */
function scopeOf(ctx: ParameterizedContext, caller: Caller | undefined): string {
  const { guestId } = (ctx.request.body ?? {}) as { guestId?: unknown }
  return caller?.id ?? (typeof guestId === 'string' && guestId ? guestId : `at ${ctx.ip}`)
}
