import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRow } from '../../gateway/src/api-row.ts'
import { apiTable } from '../../gateway/src/api-table.ts'
import { schemaOfInput } from '../../gateway/src/openapi/json-schemas.ts'
import { untilCopied } from '../support/analysis-room.ts'
import type { ShopCaller } from '../support/caller.ts'
import { adminAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

const BAD = 'a\u0000b'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', ANALYSIS: 'on' })
  admin = await adminAt(shop.url)
  await untilCopied(admin)
})
afterAll(() => shop.close())

type Schema = Readonly<Record<string, unknown>>

/** For each text field, a body with a NUL in that field only, and the field's path. */
function* withBadText(schema: Schema): Generator<{ path: string; body: unknown }> {
  for (const one of [schema, ...listIn(schema.anyOf), ...listIn(schema.oneOf), ...listIn(schema.allOf)]) {
    if (one.type === 'string' || typeof one.const === 'string' || one.enum) yield { path: '', body: BAD }
    for (const [name, inner] of Object.entries((one.properties ?? {}) as Record<string, Schema>))
      for (const { path, body } of withBadText(inner))
        yield { path: joined(name, path), body: { ...only(one), [name]: body } }
    if (one.additionalProperties) {
      yield { path: BAD, body: { [BAD]: 'x' } }
      for (const { path, body } of withBadText(one.additionalProperties as Schema))
        yield { path: joined('x', path), body: { x: body } }
    }
    if (one.items)
      for (const { path, body } of withBadText(one.items as Schema)) yield { path: joined('0', path), body: [body] }
    if (one !== schema) for (const inner of one.anyOf || one.oneOf ? withBadText(one) : []) yield inner
  }
}
const listIn = (schemas: unknown) => (schemas ?? []) as readonly Schema[]
const joined = (...names: string[]) => names.filter((name) => name !== '').join('.')
/** The fields whose values decide which variant of a union an object is. */
const only = ({ properties = {} }: Schema) =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).flatMap(([name, { const: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

const rows = apiTable.map((row) => [`${row.method} ${row.path}`, row] as const)
const at = (path: string, id = 'x') => path.replace(/\{\w+\}/g, encodeURIComponent(id))
const send = (row: ApiRow, path: string, body?: unknown) =>
  admin.send(row.method, path, body === undefined ? {} : { body })

describe('a NUL is refused', () => {
  test.each(rows.filter(([, { path }]) => path.includes('{')))('in the address of %s', async (_, row) => {
    for (const id of [BAD, '\u0000', '\u0085'])
      expect([400, 404], id).toContain((await send(row, at(row.path, id), row.body && {})).status)
  })

  test.each(rows.filter(([, { query }]) => query))('in every parameter of %s', async (_, row) => {
    for (const name of Object.keys(row.query?.shape ?? {})) {
      const { status, body } = await send(row, `${at(row.path)}?${new URLSearchParams({ [name]: BAD })}`)
      expect(status, name).toBe(400)
      expect(body.fields, name).toContainEqual({ path: name, message: expect.any(String) })
    }
  })

  const bodies = rows
    .filter(([, { body, path }]) => body && path !== '/api/upload')
    .map(([name, row]) => [name, row, [...withBadText(schemaOfInput(row.body!))]] as const)

  test('in more than a hundred fields of bodies', () => {
    expect(bodies.flatMap(([, , places]) => places).length).toBeGreaterThan(100)
  })

  test.each(bodies)('in every text of %s', async (_, row, places) => {
    for (const { path, body } of places) {
      const answer = await send(row, at(row.path), body)
      expect(answer.status, path).toBe(400)
      const paths: string[] = answer.body.fields.map((field: { path: string }) => field.path)
      // The error for a field inside a union names only the union's field.
      expect(
        paths.some((field) => field === '' || `${path}.`.startsWith(`${field}.`)),
        `${path} in ${paths}`,
      ).toBe(true)
    }
  })
})
