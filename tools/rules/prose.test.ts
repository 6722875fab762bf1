import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checks, isTried } from '../suites/tools-at-hand.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-prose-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The lines that the check prints about one file. */
function complaints(file: string, text: string): readonly string[] {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  const { stderr, status } = spawnSync('node', [resolve('tools/checks/prose/check-prose.ts'), file], {
    cwd: folder,
    encoding: 'utf8',
  })
  const lines = stderr.split('\n').filter((line) => line !== '')
  expect(status, stderr).toBe(lines.length > 0 ? 1 : 0)
  return lines
}

const RETIRED = 'whoever'

describe.runIf(isTried(checks))('the check of prose', () => {
  test.each([
    ['a comment', 'a.ts', `const a = 1\n/**\n * Refuses\n * ${RETIRED} calls. */\n`, 4],
    ['a stylesheet', 'a.css', `a {}\n/* For ${RETIRED} reads. */\n`, 2],
    ['a configuration', 'a.yml', `a: 1\n# For ${RETIRED} reads.\n`, 2],
    ['a document', 'a.md', `# A\n\nFor ${RETIRED} reads.\n`, 3],
    ['a title', 'a.test.ts', `\ntest('refuses ${RETIRED} calls', () => {})\n`, 2],
    ['a page', 'web/src/a.tsx', `const a = (\n  <p>\n    For ${RETIRED} reads.\n  </p>\n)\n`, 3],
  ])('finds a retired word in %s', (_, file, text, line) => {
    expect(complaints(file, text)).toEqual([`${file}:${line}: ${RETIRED} -> the customer, the client, the process`])
  })

  test('finds a comment that needs the name below it to be a sentence', () => {
    expect(complaints('a.ts', '/** Whose cart it is. */\n')).toEqual(['a.ts:1: Whose … -> a sentence with a subject'])
  })

  test.each([
    ['code', 'a.ts', `const ${RETIRED} = 'one ${RETIRED}'\n`],
    ['code in a document', 'a.md', `The field \`${RETIRED}\`.\n\n\`\`\`\n${RETIRED}\n\`\`\`\n`],
    ['a table', 'a.md', `| a |\n|---|\n| ${RETIRED} |\n`],
  ])('leaves out %s', (_, file, text) => {
    expect(complaints(file, text)).toEqual([])
  })
})
