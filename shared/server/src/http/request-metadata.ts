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

type Who = Pick<Caller, 'id'>

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
  const keyed = keyedIdOf(ctx, caller)
  return {
    correlationId: requestIdOf(ctx),
    causationId: keyed ?? commandIdOf(ctx, caller),
    actor,
    ...(keyed && { digest: createHmac('sha256', digestSecret).update(JSON.stringify(body)).digest('base64url') }),
  }
}

/** The id of a write that may arrive twice. It is the same only for the same caller. */
export function writeIdOf(ctx: ParameterizedContext, caller: Who | undefined = callerOf(ctx)): string {
  return keyedIdOf(ctx, caller) ?? commandIdOf(ctx, caller)
}

/** Undefined if there is no Idempotency-Key. Throws VALIDATION_FAILED for an invalid key. */
export function keyedIdOf(ctx: ParameterizedContext, caller: Who | undefined = callerOf(ctx)): string | undefined {
  const key = ctx.get('idempotency-key')
  // An empty key is invalid, and not the same as no key.
  if (ctx.headers['idempotency-key'] === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'Idempotency-Key: 1 to 255 printable ASCII characters, no spaces')
  return idOf(ctx, caller, key)
}

function commandIdOf(ctx: ParameterizedContext, caller: Who | undefined): string {
  const id = ctx.get('x-command-id')
  return /^[\w-]{8,64}$/.test(id) ? idOf(ctx, caller, 'command', id) : randomUUID()
}

/** Two clients that choose the same key must not get each other's answers. */
function idOf(ctx: ParameterizedContext, caller: Who | undefined, ...names: readonly string[]): string {
  const { guestId } = (ctx.request.body ?? {}) as { guestId?: unknown }
  const scope = caller?.id ?? (typeof guestId === 'string' && guestId ? guestId : `at ${ctx.ip}`)
  return idFrom(scope, ctx.method, ctx.path, ...names)
}
