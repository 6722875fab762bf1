import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiTable } from '../../gateway/src/api-table.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const pages = ['README.md', ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`)]
const documents = pages
  .filter((path) => path.endsWith('.md'))
  .map(read)
  .join('\n')

test('every call has its line in docs/api.md, and every line there is a call', () => {
  const [, lines = ''] = read('docs/api.md').split('## All calls\n')
  const told = lines.split('\n').filter((line) => line.startsWith('| `'))
  expect(told).toEqual(
    apiTable.map(({ method, path, who, summary }) => `| \`${method} ${path}\` | ${who} | ${summary} |`),
  )
})

test('every npm script of the root has a line in README or docs', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Nobody calls what npm calls by itself.
  const called = Object.keys(scripts).filter((name) => name !== 'postinstall')
  expect(called.length).toBeGreaterThan(20)
  expect(called.filter((name) => !new RegExp(`npm (run (-s )?)?${name}(?![\\w:-])`).test(documents))).toEqual([])
})

test('every variable that the shop reads has a line in README or docs', () => {
  const variables = [...read('shared/server/src/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name)
  expect(variables.length).toBeGreaterThan(25)
  expect(variables.filter((name) => !documents.includes(`\`${name}\``))).toEqual([])
})
