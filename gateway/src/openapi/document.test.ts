import { expect, test } from 'vitest'
import { apiTable } from '../api-table.ts'
import { openApi } from './document.ts'
import { refusalsOfCalls } from './refusal-codes.ts'

type Schema = Readonly<Record<string, unknown>>
type Answer = { description: string; headers?: object; content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  tags: string[]
  parameters?: { name?: string; in?: string; schema?: Schema; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

// The document as a client gets it: it has only what JSON can express.
const document = JSON.parse(JSON.stringify(openApi('https://shop.example'))) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, operation })),
)

/** A schema and every schema in it, each with its path. */
function* within(schema: unknown, at: string): Generator<readonly [at: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return
  yield [at, schema as Schema]
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema as Schema
  for (const [name, inner] of Object.entries(properties as Schema)) yield* within(inner, `${at}.${name}`)
  for (const inner of [items, additionalProperties, ...(anyOf as Schema[]), ...(allOf as Schema[])])
    yield* within(inner, `${at}[]`)
}

test('the document contains every row of the table, the health probes and nothing else', () => {
  expect(operations.map(({ call }) => call).sort()).toEqual(
    [...apiTable.map(({ method, path }) => `${method} ${path}`), 'GET /healthz', 'GET /readyz'].sort(),
  )
})

test('the document is OpenAPI 3.1 with its server, and everything that it refers to exists', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toMatchObject([{ url: 'https://shop.example' }])
  expect(openApi()).toMatchObject({ servers: [{ url: '/' }] })
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) {
    const target = path.split('/').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document)
    expect(target, path).toBeTypeOf('object')
  }
})

test('every operation has a unique name, a described tag, and its path parameters', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { path, operation } of operations) {
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
    const parameters = operation.parameters ?? []
    const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(parameters.every(({ $ref, schema }) => $ref ?? schema)).toBe(true)
  }
})

test('every success and every refusal has a schema, a description and its headers', () => {
  for (const { call, operation } of operations)
    for (const [status, { description, content, headers }] of Object.entries(operation.responses)) {
      const where = `${call} ${status}`
      expect(description, where).toMatch(/\w/)
      if (status === '304') continue
      const [schema] = Object.values(content ?? {}).map((one) => one.schema)
      expect(Object.keys(schema ?? {}), where).not.toEqual([])
      if (/^\/api/.test(call.split(' ')[1] ?? '')) expect(Object.keys(headers ?? {}), where).toContain('X-Request-Id')
      if (status === '429') expect(Object.keys(headers ?? {}), where).toContain('Retry-After')
    }
})

test('everything in an answer is described, except facts of a history, this document and lists in the cells of a row', () => {
  const open = Object.entries(document.components.schemas)
    .flatMap(([name, schema]) => [...within(schema, name)])
    .filter(([, schema]) => Object.keys(schema).length === 0)
  expect(open.map(([at]) => at)).toEqual([
    'HistoryEntry.before[]',
    'HistoryEntry.after[]',
    'OpenApi.info[]',
    'OpenApi.paths[]',
    'OpenApi[]',
    'RunCell[][][][]',
  ])
})

test('every text, list and number that a client sends is limited', () => {
  const isBounded = ({ type, enum: names, const: only, pattern, format, ...bounds }: Schema) => {
    if (names !== undefined || only !== undefined) return true
    if (type === 'string') return Boolean(bounds.maxLength ?? pattern ?? format)
    if (type === 'array') return bounds.maxItems !== undefined
    return type !== 'integer' || (bounds.minimum !== undefined && bounds.maximum !== undefined)
  }
  const sent = operations.flatMap(({ call, operation }) => [
    ...(operation.parameters ?? []).map(({ name, schema }) => [`${call} ?${name}`, schema] as const),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => [call, schema] as const),
  ])
  const loose = sent.flatMap(([at, schema]) => [...within(schema, at)]).filter(([, schema]) => !isBounded(schema))
  expect(loose).toEqual([])
})

test('a body is described by the schema that checks it', () => {
  const body = document.paths['/api/cart']?.post?.requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({
    type: 'object',
    required: ['productId', 'size', 'color', 'quantity'],
    properties: { quantity: { type: 'integer', minimum: 1, maximum: 99 } },
  })
  for (const { operation } of operations)
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) expect(schema.type).toBe('object')
})

test('an answer says what a client can do about a conflict', () => {
  const { responses } = document.paths['/api/checkout']?.post ?? {}
  expect(responses?.[409]?.description).toMatch(/OUT_OF_STOCK.*PRICE_CHANGED/)
  expect(document.components.schemas.Conflict).toMatchObject({ properties: { left: { type: 'integer' } } })
})

test('refusals are listed only for calls of the table', () => {
  const calls = apiTable.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(refusalsOfCalls).filter((call) => !calls.includes(call))).toEqual([])
})

test('each event of a stream is described separately, with its message', () => {
  const schema = document.paths['/api/live']?.get?.responses[200]?.content?.['text/event-stream']?.schema
  expect(schema).toMatchObject({
    type: 'object',
    required: ['data', 'id'],
    properties: { data: { type: 'string', contentSchema: { $ref: '#/components/schemas/LiveMessage' } } },
  })
})

test('a write has an idempotency key and the refusals for it, except a write that counts each time', () => {
  const keyless = operations.filter(
    ({ call, operation }) =>
      call.startsWith('POST') && !operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
  )
  expect(keyless.map(({ call }) => call)).toEqual(['POST /api/trail'])
  expect(Object.keys(keyless[0]?.operation.responses ?? {})).not.toContain('409')
})

test('a picture is uploaded as a form', () => {
  expect(Object.keys(document.paths['/api/upload']?.post?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
})
