import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenCitations, brokenLinks, type CitingFile, citedDocuments, type Marks, marksOf } from './citations.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const files: CitingFile[] = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.md', '*.yml', '*Dockerfile'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  // This file is left out, because it tests that wrong citations are found, and so it has some.
  .filter((path) => path && path !== 'tools/rules/citations.test.ts' && existsSync(new URL(path, root)))
  .map((path) => ({ path, text: read(path) }))

const folder = 'docs/decisions'
const decisions = readdirSync(new URL(folder, root)).toSorted()
/** Decisions that a later decision replaces completely. Their status names the later decision. */
const replaced = decisions.flatMap(
  (name) => /^Status: .*replaces ADR (\d+), in which/m.exec(read(`${folder}/${name}`))?.[1] ?? [],
)
const numbers = [...decisions.map((name) => Number.parseInt(name, 10)), ...replaced.map(Number)]

const marks: Marks = new Map([
  ...Object.entries(citedDocuments).map(([word, path]) => [word, marksOf(path, read(path))] as const),
  ['ADR', new Set(numbers.map(String))],
])
const broken = (text: string, path = 'gateway/src/create-gateway.ts') => brokenCitations({ path, text }, marks)

describe('citations of the documents', () => {
  test('there are documents with marks, and files that cite them', () => {
    for (const [word, found] of marks) expect(found.size, word).toBeGreaterThan(1)
    expect(files.filter(({ text }) => text.includes('(decisions ')).length).toBeGreaterThan(50)
  })

  test('every citation in code, tests and documents leads to a mark that exists', () => {
    expect(files.flatMap((file) => brokenCitations(file, marks))).toEqual([])
  })

  test('every link in the documents leads to a file', () => {
    const markdown = files.filter(({ path }) => path.endsWith('.md'))
    expect(markdown.flatMap((file) => brokenLinks(file, (path) => existsSync(new URL(path, root))))).toEqual([])
    expect(brokenLinks({ path: 'docs/domain.md', text: '[a](../README.md#b) [c](gone.md)' }, () => false)).toHaveLength(
      2,
    )
  })

  test('current and replaced decisions are numbered from 1 without a gap, in titles and file names', () => {
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1))
    for (const name of decisions) expect(read(`${folder}/${name}`), name).toMatch(`# ${Number.parseInt(name, 10)}. `)
  })

  test.each([
    'spec §4',
    'decisions M1, S1b, C8',
    'reliability R14',
    'reliability 8.6',
    'authorisation fields',
    'ADR 12',
  ])('"%s" leads to a mark', (citation) => {
    expect(broken(`/** Why (${citation}). */`)).toEqual([])
    expect(broken(`/** Why (${citation.replace(' ', '\n * ')}). */`)).toEqual([])
  })

  test.each(['spec §10', 'decisions C99', 'decisions C8, X1', 'reliability R99', 'reliability 8.99', 'ADR 99'])(
    '"%s" leads nowhere, in a comment and in the name of a test',
    (citation) => {
      expect(broken(`/** Why (${citation}). */`)).toHaveLength(1)
      expect(broken(`/** Why (${citation.replace(' ', '\n * ')}). */`)).toHaveLength(1)
      expect(broken(`test('a rule (${citation})', () => {})`)).toHaveLength(1)
    },
  )

  test.each(['R14', '§4', 'spec 4', 'specification 8', 'decision 13', 'reliability, 8.6', 'decisions, Answers'])(
    '"%s" is refused: it does not name its document in the required form',
    (mention) => {
      expect(broken(`const a = 1 // Why (${mention}).`)).toHaveLength(1)
      expect(broken(`Why (${mention}).`, 'docs/domain.md')).toHaveLength(1)
    },
  )

  test('a document can cite only its own marks without a name', () => {
    expect(broken('As C8 says.', citedDocuments.decisions)).toEqual([])
    expect(broken('As C99 and R14 say.', citedDocuments.decisions)).toHaveLength(2)
  })

  test('a section of an RFC is not a citation of a document of the project', () => {
    expect(broken('/** A UUID (RFC 9562 §5.5). */')).toEqual([])
  })

  test('a mark that a document has twice is refused', () => {
    expect(() => marksOf('docs/x.md', '<a id="C8">C8</a> <a id="C8">C8</a>')).toThrow('two marks C8')
  })
})
