import type * as z from 'zod'
import type { ApiRow } from '../api-row.ts'
import { type Json, schemaOfInput } from './json-schemas.ts'

/** Headers of calls and answers, by the names of the document's components. */
export const headers: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The name of this request, for questions to the operator',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
  },
  RetryAfter: {
    description: 'After so many seconds it is worth trying again',
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
      'Set when this answer, or reads right after this write, may not show what was acknowledged; gone in a moment',
    schema: { type: 'string', enum: ['pending'] },
  },
  Link: {
    description: 'The next page, relative to this address: `<?…>; rel="next"`. Absent on the last page',
    schema: { type: 'string', pattern: '^<\\?[^>]*>; rel="next"$' },
  },
  GuestCookie: {
    description: 'Set by the first write to the cart of a bare guest id: from then on the cart answers only with it',
    schema: { type: 'string' },
  },
  DeviceCookie: {
    description:
      'By it the shop knows the browser again that has signed in: guesses of others do not keep it from signing in',
    schema: { type: 'string', maxLength: 512 },
  },
}

/** Parameters that several calls have, by the names of the document's components. */
export const parameters: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and body again have one effect and the same answer, for seven days; with another body 409',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the form was filled from: 412 when the product has changed since',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d+-\\d+-\\d+(-\\d+(\\.\\d+)*)?")$' },
  },
  IfMatchOrder: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the order that the caller has seen: 412 with the order as it is when it has changed since',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag that the caller has the product of: 304 while it is the same',
    schema: { type: 'string' },
  },
  PrivacyControl: {
    name: 'Sec-GPC',
    in: 'header',
    description: 'With `1` (Global Privacy Control) nothing of the call is kept',
    schema: { type: 'string', maxLength: 10 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last message that was seen: what was missed since is sent first',
    schema: { type: 'string', maxLength: 100 },
  },
}

/** All parameters of a call except its body. */
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

/** A write to the log or to a file. The gateway's own call (the trail) is not one: repeating it counts again. */
export const isCommand = ({ method, room }: Pick<ApiRow, 'method' | 'room'>) => method !== 'GET' && room !== 'gateway'

/** One product by its id, in reads and writes. */
export const hasEtag = ({ answer }: Pick<ApiRow, 'answer'>) => answer === 'Product'

/** One placed order by its id, in reads and changes. */
export const isOfOrder = ({ method, path }: Pick<ApiRow, 'method' | 'path'>) =>
  method === 'GET'
    ? path === '/api/orders/{id}'
    : /^\/api\/(admin\/)?orders\/\{id\}/.test(path) && !path.endsWith('/notes')
