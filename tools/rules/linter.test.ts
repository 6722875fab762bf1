import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checks, isTried } from '../suites/tools-at-hand.ts'

/** The tests write files to this folder. In them, the linter must find circles of imports, names with capital letters, and functions that are too long for a screen. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-linter-'))
  const { vcs: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'))
  write('biome.json', JSON.stringify(config))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
function complaints() {
  const { stdout } = spawnSync(join(checks.at, '.bin', 'biome'), ['lint', '--reporter=json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string }[] }
  return diagnostics.map(({ category }) => category)
}

test.runIf(isTried(checks))('files that import each other are refused, even for types only', () => {
  write('a.ts', "import { b } from './b.ts'\n\nexport type A = string\nexport const a: A = b\n")
  write('b.ts', "import type { A } from './a.ts'\n\nexport const b: A = ''\n")
  expect(new Set(complaints())).toEqual(new Set(['lint/suspicious/noImportCycles']))
})

test.runIf(isTried(checks))('a file whose name is not in kebab-case is refused', () => {
  write('cart-page.tsx', 'export const a = 1\n')
  expect(complaints()).toEqual([])
  write('CartPage.tsx', 'export const b = 1\n')
  write('cart_page.ts', 'export const c = 1\n')
  expect(complaints()).toEqual(Array(2).fill('lint/style/useFilenamingConvention'))
})

test.runIf(isTried(checks))('a function of more than sixty lines is refused outside tests', () => {
  const body = Array.from({ length: 70 }, (_, line) => `  console.info(${line})\n`).join('')
  const long = `export function long() {\n${body}}\n`
  write('long.test.ts', long)
  expect(complaints()).toEqual([])
  write('long.ts', long)
  expect(complaints()).toEqual(['lint/complexity/noExcessiveLinesPerFunction'])
})
