import { type ErrorCode, errorCodes, statusOf } from '@shop/language/errors'
import { refusalWith } from '@shop/language/refusal/answers'
import type { ApiRow } from '../api-row.ts'
import { type Json, referenceTo, schemaOfOutput } from './json-schemas.ts'
import { isOfOrder } from './parameters.ts'
import { codesOf } from './refusal-codes.ts'

/** TABLE: the text of each status, and the name of its schema. */
const kinds: Readonly<Record<number, { name: string; says: string }>> = {
  400: { name: 'BadRequest', says: 'The request is invalid' },
  401: { name: 'Unauthenticated', says: 'The caller is not signed in' },
  403: { name: 'Forbidden', says: 'The caller may not do this' },
  404: { name: 'NotFound', says: 'The resource does not exist, or belongs to another customer' },
  409: { name: 'Conflict', says: 'The request conflicts with the current state' },
  412: { name: 'PreconditionFailed', says: 'The resource has changed since the caller read it' },
  413: { name: 'TooLarge', says: 'The body is too large' },
  415: { name: 'UnsupportedMediaType', says: 'The body has the wrong media type' },
  429: { name: 'RateLimited', says: 'Too many requests' },
  500: { name: 'Internal', says: 'An error in the shop' },
  503: { name: 'Unavailable', says: 'The shop cannot answer right now' },
}

const codesWith = (status: number) => errorCodes.filter((code) => statusOf(code) === status)

export function refusalsOf(row: ApiRow): Record<string, Json> {
  const byStatus = Map.groupBy(new Set(codesOf(row)), statusOf)
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, responseWith(row, status, codes)]))
}

function responseWith({ who, method, path, room }: ApiRow, status: number, codes: readonly ErrorCode[]): Json {
  const { name, says } = kinds[status]!
  const schema = { $ref: referenceTo(name) }
  const own = codes.length < codesWith(status).length
  return {
    description: `${says}: ${codes.join(', ')}`,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      // A refused command may have recorded an event, for example that the provider did not answer.
      ...(room !== 'gateway' && { 'X-Consistency': { $ref: '#/components/headers/Consistency' } }),
      ...(status === 412 && isOfOrder({ method, path }) && { ETag: { $ref: '#/components/headers/OrderETag' } }),
      // A refused write can set the cookie too (decisions C1: guessable guest ids).
      ...(who === 'cart owner' && method !== 'GET' && { 'Set-Cookie': { $ref: '#/components/headers/GuestCookie' } }),
      ...((status === 429 || status === 503) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/json': {
        schema: own ? { allOf: [schema, { type: 'object', properties: { code: { enum: codes } } }] } : schema,
      },
    },
  }
}

export const schemasOfRefusals = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(kinds).map(([status, { name, says }]) => [
      name,
      { description: says, ...schemaOfOutput(refusalWith(codesWith(Number(status)), Number(status))) },
    ]),
  )
