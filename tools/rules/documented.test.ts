import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches } from '../bench/main.ts'
import { commands } from '../shop.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const pages = ['README.md', ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`)]
const documents = pages
  .filter((path) => path.endsWith('.md'))
  .map(read)
  .join('\n')

test('the table of scripts in the README has every npm script except earlier names of commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, table = ''] = read('README.md').split('| `npm run …` | does |\n')
  const cells = table.split('\n\n', 1)[0]?.match(/^\| `.*?` \|/gm) ?? []
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w:-]+)[^`]*`/g)].map(([, name]) => name))
  // npm itself runs `postinstall`, so it needs no row.
  const called = Object.keys(scripts).filter((name) => name !== 'postinstall' && !Object.hasOwn(commands, name))
  expect(listed.toSorted()).toEqual(called.toSorted())
  expect(called.length).toBeLessThanOrEqual(21)
})

test('every command of an operator is in README or docs, and its earlier name works too', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const names = Object.keys(commands)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !new RegExp(`npm run (-s )?shop -- ${name}(?![\\w:-])`).test(documents))).toEqual([])
  expect(names.filter((name) => scripts[name] !== `node tools/shop.ts ${name}`)).toEqual([])
})

test.each(Object.entries({ ...commands, ...benches }))('the program of "%s" exists', (_, [file]) => {
  expect(existsSync(new URL(file, root))).toBe(true)
})

test('every variable that the shop reads is in README or docs', () => {
  const variables = [...read('shared/server/src/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name)
  expect(variables.length).toBeGreaterThan(25)
  expect(variables.filter((name) => !documents.includes(`\`${name}\``))).toEqual([])
})
