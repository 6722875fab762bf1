import { MAX_LISTED } from '@shop/language/limits'
import type { ApiRow } from '../api-row.ts'
import { apiTable, UploadForm } from '../api-table.ts'
import { permissions, type Who } from '../permissions.ts'
import { type Json, referenceTo, schemaOfInput, schemasOfAnswers } from './json-schemas.ts'
import { hasEtag, headers, isOfOrder, parameters, parametersOf } from './parameters.ts'
import { refusalsOf, schemasOfRefusals } from './refusals.ts'

export function openApi(origin = ''): Json {
  const paths: Record<string, Json> = { ...probes }
  for (const row of apiTable) {
    const path = paths[row.path] ?? {}
    paths[row.path] = { ...path, [row.method.toLowerCase()]: operation(row) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selvedge',
      version: '1',
      description: 'An online clothing shop. Money is decimal US dollars, moments are in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin || '/', description: 'The address that serves the pages of the shop and this API' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      parameters,
      headers,
      schemas: { ...schemasOfAnswers(), ...schemasOfRefusals() },
    },
  }
}

function operation(row: ApiRow): Json {
  const { summary, who, body, status } = row
  const required = body && !body.safeParse({}).success
  return {
    operationId: operationId(row),
    summary,
    description: permissions[who].says,
    tags: [tagOf(row)],
    security: securityOf(who),
    parameters: parametersOf(row),
    ...(body && { requestBody: { required, content: { [mediaType(row)]: { schema: schemaOfInput(body) } } } }),
    responses: {
      [status]: success(row),
      ...(row.method === 'GET' && hasEtag(row) && { 304: unchanged }),
      ...refusalsOf(row),
    },
  }
}

const SIGNS_IN: readonly string[] = ['/api/users/login', '/api/users/register']

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

function success(row: ApiRow): Json {
  const { answer, method, room, query, who } = row
  return {
    description: answer.endsWith('[]') ? `A list of ${answer.slice(0, -2)}` : answer,
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(room !== 'gateway' && { 'X-Consistency': header('Consistency') }),
      ...(hasEtag(row) && { ETag: header('ETag') }),
      ...((isOfOrder(row) || row.path === '/api/checkout/{id}/finalize') && { ETag: header('OrderETag') }),
      ...(query && 'cursor' in query.shape && { Link: header('Link') }),
      ...(who === 'cart owner' && method !== 'GET' && { 'Set-Cookie': header('GuestCookie') }),
      ...(SIGNS_IN.includes(row.path) && { 'Set-Cookie': header('DeviceCookie') }),
    },
    content: contentOf(answer),
  }
}

function contentOf(answer: ApiRow['answer']): Json {
  const reference = { $ref: referenceTo(answer.replace('[]', '')) }
  if (answer === 'LiveMessage' || answer === 'TailMessage')
    return { 'text/event-stream': { schema: eventWith(reference) } }
  if (answer === 'Archive') return { 'application/x-tar': { schema: reference } }
  return {
    'application/json': {
      schema: answer.endsWith('[]') ? { type: 'array', maxItems: MAX_LISTED, items: reference } : reference,
    },
  }
}

/** In OpenAPI 3.1 the schema of a stream of events is the schema of one event. */
const eventWith = (message: Json): Json => ({
  type: 'object',
  description: 'One server-sent event; the stream has no end',
  required: ['data', 'id'],
  properties: {
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: message },
    id: { type: 'string', description: 'The value for `Last-Event-ID`' },
    retry: {
      type: 'integer',
      minimum: 0,
      description: 'The milliseconds after which a disconnected listener reconnects',
    },
  },
})

const unchanged = {
  description: 'The caller has the current version',
  headers: { 'X-Request-Id': header('RequestId'), ETag: header('ETag') },
}

const tags = {
  products: 'The catalog',
  cart: 'The cart of a guest or of a customer',
  users: 'Signing in and registering',
  orders: 'The orders of a customer',
  checkout: 'From the cart to the order',
  admin: 'Administration of products, orders and users',
  analysis: 'What happened in the shop, for analysts',
  shop: 'The shop as a whole',
} as const

const tagOf = ({ path }: Pick<ApiRow, 'path'>) => {
  const [, , noun = ''] = path.split('/')
  return Object.hasOwn(tags, noun) ? noun : 'shop'
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a login' },
  guestCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'guest',
    description:
      'This cookie protects the cart of a guest id that others could guess: only the browser with the cookie can use the cart. The first write to the cart sets the cookie',
  },
}

function securityOf(who: Who): readonly Json[] {
  if (who === 'anyone') return []
  return who === 'cart owner' ? [{}, { bearer: [] }, { guestCookie: [] }] : [{ bearer: [] }]
}

const mediaType = ({ body }: ApiRow) => (body === UploadForm ? 'multipart/form-data' : 'application/json')

const operationId = ({ method, path }: ApiRow) =>
  [method.toLowerCase(), ...(path.slice('/api'.length).match(/\w+/g) ?? [])].join('-')

const health = { content: { 'application/json': { schema: { $ref: referenceTo('Health') } } } }
const probe = (id: string, summary: string, responses: Json) => ({
  get: { operationId: id, summary, description: permissions.anyone.says, tags: ['shop'], security: [], responses },
})

/** An operator's calls, outside /api. */
const probes: Record<string, Json> = {
  '/healthz': probe('healthz', 'Is the process alive?', { 200: { description: 'The process is alive', ...health } }),
  '/readyz': probe('readyz', 'Can the shop serve?', {
    200: {
      description: 'The shop can serve. If `status` is `degraded`, the other fields show what is wrong',
      ...health,
    },
    503: { description: 'The shop cannot serve', ...health },
  }),
}
