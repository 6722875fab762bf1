import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiTable } from './api-table.ts'
import { actors, permissions, type Who } from './permissions.ts'

const page = readFileSync(new URL('../../docs/authorisation.md', import.meta.url), 'utf8')
/** The cells of the lines of all tables, without the heads. */
const lines = [...page.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split(' | '))
const linesOf = (who: string, width: number) => lines.filter((cells) => cells[0] === who && cells.length === width)

test.each(Object.keys(permissions) as Who[])('the page says what each caller gets of a call for: %s', (who) => {
  const refused: Partial<Record<string, number>> = permissions[who].refused
  expect(linesOf(who, 1 + actors.length)).toEqual([[who, ...actors.map((actor) => String(refused[actor] ?? 'yes'))]])
})

test('the page says who may make each call', () => {
  const whos = Object.keys(permissions) as Who[]
  const named = whos.flatMap((who) =>
    linesOf(who, 2).flatMap(([, calls = '']) =>
      [...calls.matchAll(/`(?:(\w+) )?(\S+?)`/g)].map(([, method, path = '']) => ({ who, method, path })),
    ),
  )
  const whoMay = (method: string, path: string) =>
    named
      .filter((one) => (one.method ?? method) === method && `${path}/`.startsWith(`${one.path}/`))
      .toSorted((a, b) => b.path.length - a.path.length || (b.method ?? '').length - (a.method ?? '').length)[0]?.who
  const wanted = apiTable.map(({ method, path, who }) => [`${method} ${path}`, who])
  expect(apiTable.map(({ method, path }) => [`${method} ${path}`, whoMay(method, path)])).toEqual(wanted)
})
