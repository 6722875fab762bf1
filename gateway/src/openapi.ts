import * as z from 'zod'
import { type ApiRow, apiTable, EVENT_STREAM, UploadForm } from './api-table.ts'

type Json = Record<string, unknown>

/** The API as an OpenAPI 3.1 document, made from the table and the schemas that check the requests. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const row of apiTable) {
    const path = paths[row.path] ?? {}
    paths[row.path] = { ...path, [row.method.toLowerCase()]: operation(row) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Selvedge', version: '1', description: 'An online clothing shop. Money is decimal US dollars.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch },
      schemas: { Error: errorBody },
      responses: { Error: { description: 'A refusal or a failure', ...json({ $ref: '#/components/schemas/Error' }) } },
    },
  }
}

function operation(row: ApiRow): Json {
  const { summary, who, body, status, answer } = row
  return {
    operationId: operationId(row),
    summary,
    description: whoMayCall[who],
    security: security[who],
    parameters: [...pathParameters(row), ...queryParameters(row), ...headerParameters(row)],
    ...(body && { requestBody: { required: true, content: { [mediaType(row)]: { schema: schemaOf(body) } } } }),
    responses: {
      [status]: {
        description: answer,
        content: { [answer === EVENT_STREAM ? 'text/event-stream' : 'application/json']: { schema: {} } },
      },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const whoMayCall: Record<ApiRow['who'], string> = {
  anyone: 'Anyone may call it.',
  'cart owner': 'The signed-in customer, or whoever holds the guest id.',
  customer: 'A signed-in customer, for what is their own.',
  admin: 'Admins only.',
}

const security: Record<ApiRow['who'], readonly Json[]> = {
  anyone: [],
  'cart owner': [{}, { bearer: [] }],
  customer: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and body again have one effect and the same answer',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag the form was filled from: 412 when the product has changed since',
  schema: { type: 'string' },
}

const errorBody = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A text a shopper may read' },
    code: { type: 'string', pattern: '^[A-Z_]+$' },
    requestId: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const mediaType = ({ body }: ApiRow) => (body === UploadForm ? 'multipart/form-data' : 'application/json')

/** The schema of what is sent, before it is trimmed and converted; the document names the dialect once. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const operationId = ({ method, path }: ApiRow) =>
  [method.toLowerCase(), ...(path.slice('/api'.length).match(/\w+/g) ?? [])].join('-')

const pathParameters = ({ path }: ApiRow) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = ({ query }: ApiRow) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: schemaOf(schema as z.ZodType),
  }))

const headerParameters = ({ method, answer }: ApiRow) => [
  ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
  ...(method === 'PUT' && answer === 'Product' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
]
