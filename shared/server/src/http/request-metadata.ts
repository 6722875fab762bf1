import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '@shop/language/account/caller'
import { invalidField } from '@shop/language/errors'
import type { Actor, Metadata } from '@shop/language/events/event'
import { idFrom } from '@shop/language/values/id-from'
import type { ParameterizedContext } from 'koa'
import { callerOf } from './authenticate.ts'

/** The events' metadata that is known before a command is decided. */
export type CommandMetadata = Omit<Metadata, 'schemaVersion' | 'recordedAt'> &
  Readonly<{
    /**
     * The version that the caller has seen, from `If-Match`. If the current version is different, the command is refused. Not stored in
     * events.
     */
    seen?: number
  }>

const HEADER = 'x-request-id'

export function requestIdOf(ctx: ParameterizedContext): string {
  ctx.state.requestId ??= requestIdIn(ctx.headers)
  return ctx.state.requestId
}

/** The sent request id, or a new id if the sent id is absent or malformed. Does not check whether the sender is trusted. */
export function requestIdIn(headers: IncomingHttpHeaders): string {
  const given = headers[HEADER]
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/**
 * If there is an Idempotency-Key, the command's id is made of this key, the caller and the route. An HMAC of the body shows whether the
 * same key was sent with another body (decisions, “Answers”).
 */
export function metadataOf(
  ctx: ParameterizedContext,
  digestSecret: string,
  caller: Caller | undefined = callerOf(ctx),
  body: unknown = ctx.request.body ?? {},
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
    digest: createHmac('sha256', digestSecret).update(JSON.stringify(body)).digest('base64url'),
  }
}

/** The id of a write that is not a command but may arrive twice. */
export function writeIdOf(ctx: ParameterizedContext): string {
  const scope = scopeOf(ctx, callerOf(ctx))
  return keyedIdOf(ctx, scope) ?? commandIdOf(ctx, scope)
}

/** Undefined if there is no Idempotency-Key. Throws VALIDATION_FAILED for an invalid key. */
export function keyedIdOf(ctx: ParameterizedContext, scope = scopeOf(ctx, callerOf(ctx))): string | undefined {
  const key = ctx.get('idempotency-key')
  // An empty key is invalid, and not the same as no key.
  if (ctx.headers['idempotency-key'] === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'Idempotency-Key: 1 to 255 printable ASCII characters, no spaces')
  return idFrom(scope, ctx.method, ctx.path, key)
}

function commandIdOf(ctx: ParameterizedContext, scope: string): string {
  const id = ctx.get('x-command-id')
  return /^[\w-]{8,64}$/.test(id) ? idFrom(scope, ctx.method, ctx.path, 'command', id) : randomUUID()
}

/** Two clients that choose the same key must not get each other's answers. */
function scopeOf(ctx: ParameterizedContext, caller: Caller | undefined): string {
  const { guestId } = (ctx.request.body ?? {}) as { guestId?: unknown }
  return caller?.id ?? (typeof guestId === 'string' && guestId ? guestId : `at ${ctx.ip}`)
}
