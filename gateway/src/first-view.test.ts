import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFirstView } from './first-view.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-first-view-'))
  mkdirSync(join(folder, '.first-view'))
  writeFileSync(
    join(folder, '.first-view', 'first-view.js'),
    `let drawn = 0
    export async function drawFirstView(address, answers) {
      if (address === '/broken') throw new Error('a component throws')
      const untilMs = performance.now() + (answers.takesMs ?? 0)
      while (performance.now() < untilMs);
      return address + ' ' + ++drawn
    }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the same page is drawn once for the same answers, and anew for others or when it was built anew', async () => {
  const view = await openFirstView(folder, 1)
  expect(await view('/', '{}')).toBe('/ 1')
  expect(await view('/', '{}')).toBe('/ 1')
  expect(await view('/', '{"a":1}')).toBe('/ 2')
  expect(await (await openFirstView(folder, 2))('/', '{}')).toBe('/ 1')
})

test('a page that cannot be drawn is left to the client, as are all where there is nothing to draw with', async () => {
  expect(await (await openFirstView(folder, 3))('/broken', '{}')).toBe('')
  expect(await (await openFirstView(join(folder, 'none'), 1))('/', '{}')).toBe('')
})

test('ever new addresses are drawn for a part of the time only; what is known is still there', async () => {
  const view = await openFirstView(folder, 4)
  const known = await view('/', '{}')
  const views: string[] = []
  for (let n = 0; n < 20; n++) views.push(await view(`/collections/${n}`, '{"takesMs":50}'))
  expect(views.filter((html) => html !== '').length).toBeLessThan(15)
  expect(views[0]).not.toBe('')
  expect(await view('/', '{}')).toBe(known)
})
