import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiTable } from './api-table.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('every call of the API is in the specification, or is an extra call', () => {
  const specified = [...read('docs/specification.md').matchAll(/^\| ([A-Z, ]+) \| (\/api\/\S+) \|/gm)].flatMap(
    ([, methods = '', path]) => methods.split(', ').map((method) => `${method} ${path}`),
  )
  const [, extra = ''] = read('docs/decisions-of-the-product.md').split('id="calls"')
  const cells = extra.split('\n\n## ')[0]?.match(/^\| .*? \|/gm) ?? []
  const extras = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z]+ \/api\/[^`]+)`/g)].map(([, call]) => call))
  const answered = apiTable.map(({ method, path }) => `${method} ${path}`)
  expect([...specified, ...extras].toSorted()).toEqual(answered.toSorted())
})
