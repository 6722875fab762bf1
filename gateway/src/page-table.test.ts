import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageTable } from './page-table.ts'

const router = readFileSync(new URL('../../web/src/router.tsx', import.meta.url), 'utf8')
const routes = [...router.matchAll(/page\('([^'*]+)', \(\) => import\('\.\/([^']+)'\)/g)].map(
  ([, path = '', file]) => ({
    path: path.replace(/:(\w+)/g, '{$1}'),
    file: `src/${file}`,
  }),
)

test('every page of the client is in the table, and no other', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(pageTable.map(({ path }) => path).toSorted()).toEqual(routes.map(({ path }) => path).toSorted())
})

test('each page is asked for with the file that the client shows it from', () => {
  for (const { path, file } of routes) expect(pageTable.find((row) => row.path === path)?.code).toContain(file)
})
