import { KEY_DAYS } from '@shop/server/limits/sizes'
import type * as z from 'zod'
import type { ApiRow } from '../api-row.ts'
import { type Json, schemaOfInput } from './json-schemas.ts'

export const headers: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The id of this request. Give it to the operator when you report a problem',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
  },
  RetryAfter: {
    description: 'The number of seconds to wait before the next try',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'The version of this product and of its stock, for If-Match and If-None-Match',
    required: true,
    schema: { type: 'string', pattern: '^"\\d+-\\d+-\\d+(-\\d+(\\.\\d+)*)?"$' },
  },
  OrderETag: {
    description: 'The version of this order, for If-Match; absent while its payment is pending',
    schema: { type: 'string', pattern: '^"\\d{1,9}"$' },
  },
  Consistency: {
    description:
      'Set if an acknowledged change is perhaps not visible yet in this answer or the next one. Try again soon',
    schema: { type: 'string', enum: ['pending'] },
  },
  Link: {
    description: 'The next page, relative to this address: `<?…>; rel="next"`. Absent on the last page',
    schema: { type: 'string', pattern: '^<\\?[^>]*>; rel="next"$' },
  },
  GuestCookie: {
    description:
      'This cookie protects the cart of a guest id that others could guess. The first write to the cart sets it, and every later request for the cart must send it',
    schema: { type: 'string' },
  },
  DeviceCookie: {
    description:
      'Identifies a browser that has signed in before. Wrong passwords from other browsers do not lock this browser out',
    schema: { type: 'string', maxLength: 512 },
  },
}

export const parameters: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `For ${KEY_DAYS} days, a repeat with the same key and body changes nothing and gets the same answer. Another body gets 409`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the product that the caller has read. If the product has changed since, the answer is 412',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d+-\\d+-\\d+(-\\d+(\\.\\d+)*)?")$' },
  },
  IfMatchOrder: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the order that the caller has read. If the order has changed since, the answer is 412 with the order',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the product that the caller has read. If the product is unchanged, the answer is 304',
    schema: { type: 'string' },
  },
  PrivacyControl: {
    name: 'Sec-GPC',
    in: 'header',
    description: 'If the value is `1` (Global Privacy Control), the shop stores nothing of the call',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last received message. The shop then sends the missed messages first',
    schema: { type: 'string', maxLength: 100 },
  },
}

export const parametersOf = (row: ApiRow): readonly Json[] => [
  ...inPath(row),
  ...inQuery(row),
  ...inHeaders(row).map((name) => ({ $ref: `#/components/parameters/${name}` })),
]

const inPath = ({ path }: ApiRow) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  }))

const inQuery = ({ query }: ApiRow) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemaOfInput(schema as z.ZodType)
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success
    return {
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })

const inHeaders = ({ method, path, room, answer }: ApiRow): readonly string[] => [
  ...(isCommand({ method, room }) ? ['IdempotencyKey'] : []),
  ...(path === '/api/trail' ? ['PrivacyControl'] : []),
  ...(method === 'PUT' && answer === 'Product' ? ['IfMatch'] : []),
  ...(method !== 'GET' && isOfOrder({ method, path }) ? ['IfMatchOrder'] : []),
  ...(method === 'GET' && hasEtag({ answer }) ? ['IfNoneMatch'] : []),
  ...(answer === 'LiveMessage' ? ['LastEventId'] : []),
]

/** A call for the trail is no command, because each repeat counts again. */
export const isCommand = ({ method, room }: Pick<ApiRow, 'method' | 'room'>) => method !== 'GET' && room !== 'gateway'

export const hasEtag = ({ answer }: Pick<ApiRow, 'answer'>) => answer === 'Product'

export const isOfOrder = ({ method, path }: Pick<ApiRow, 'method' | 'path'>) =>
  method === 'GET'
    ? path === '/api/orders/{id}'
    : /^\/api\/(admin\/)?orders\/\{id\}/.test(path) && !path.endsWith('/notes')
