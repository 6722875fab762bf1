import { expect, test } from 'vitest'
import { apiTable } from './api-table.ts'
import { openApi } from './openapi.ts'

type Operation = {
  operationId: string
  parameters: { name?: string; in?: string; required?: boolean; schema?: object; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: { type?: string } }> }
  responses: Record<string, { description?: string; $ref?: string }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

// As a client gets it: only what survives JSON counts.
const document = JSON.parse(JSON.stringify(openApi())) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, operation })),
)

test('every row of the table is in the document, and nothing else is', () => {
  expect(operations.map(({ call }) => call).sort()).toEqual(
    apiTable.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('the document is OpenAPI 3.1 and every reference in it leads somewhere', () => {
  expect(document.openapi).toBe('3.1.0')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) {
    const target = path.split('/').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document)
    expect(target, path).toBeTypeOf('object')
  }
})

test('every operation has a name of its own, its path parameters, and a described success', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { path, operation } of operations) {
    const named = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(operation.parameters.every(({ $ref, schema }) => $ref ?? schema)).toBe(true)
    const [success] = Object.entries(operation.responses).filter(([status]) => /^20[01]$/.test(status))
    expect(success?.[1].description).toMatch(/\w/)
  }
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

test('a picture is uploaded as a form', () => {
  expect(Object.keys(document.paths['/api/upload']?.post?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
})
