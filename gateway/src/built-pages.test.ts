import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBuiltPages } from './built-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-built-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string) {
  mkdirSync(join(folder, '.server'), { recursive: true })
  const draw = `async draw() { return { status: 200, html: '${name}' } }`
  writeFileSync(
    join(folder, '.server/open-pages.js'),
    `export const openPages = async () => () => ({ isPage: true, ${draw} })`,
  )
  writeFileSync(join(folder, 'index.html'), name)
}

test('pages come from the last build, soon after that build', async () => {
  const builtNow = openBuiltPages(folder, '')
  const html = async () => {
    const page = (await builtNow())?.('/')
    return (await page?.draw({ ask: async () => undefined, view: () => '' }))?.html
  }
  expect(await html()).toBeUndefined()
  build('first')
  expect(await html()).toBe('first')
  build('second')
  await expect.poll(html).toBe('second')
})
