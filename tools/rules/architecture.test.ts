import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importRules, opensAdapters } from './import-rules.ts'
import { cyclesBetween, type Import, importsOf, packageOf, type Source, type Workspace } from './module-graph.ts'
import { adapterWorkspaces, featureOf, isTest, workspaceOf } from './places.ts'
import { textRules } from './text-rules.ts'

type Manifest = Workspace & Partial<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>

const sources: readonly Source[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && !path.endsWith('.d.ts') && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const { workspaces: folders } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] }
const manifests: readonly Manifest[] = globSync(['.', ...folders].map((folder) => `${folder}/package.json`)).map(
  (file) => ({
    ...JSON.parse(readFileSync(file, 'utf8')),
    folder: dirname(file),
  }),
)
const imports = sources.flatMap((source) => importsOf(source, manifests))
const shown = ({ from, specifier }: Import) => `${from} imports ${specifier}`

describe('the module graph', () => {
  test('has every file, and every import of one file by another', () => {
    expect(sources.length).toBeGreaterThan(500)
    const paths = new Set(sources.map(({ path }) => path))
    const missing = imports.filter(
      ({ to, specifier }) => /^(\.|@shop\/)/.test(specifier) && /\.tsx?$|^@shop/.test(to) && !paths.has(to),
    )
    expect(missing.map(shown)).toEqual([])
  })

  test('finds imports on several lines, of types, for side effects and on demand', () => {
    const text = [
      "import type { A } from './a.ts'",
      'import {\n  b,\n  c as d,\n} from "never formatted so"',
      "import {\n  b,\n  c as d,\n} from '@shop/language/errors'",
      "import './style.css'",
      "export * from 'zod'",
      '  const late = await import(' + "'./late.ts')",
      "const text = `\n  import { x } from 'inside a text'`",
    ].join('\n')
    const found = importsOf({ path: 'web/src/cart/x.ts', text }, manifests)
    expect(found.map(({ to }) => to)).toEqual([
      'web/src/cart/a.ts',
      'shared/language/src/errors.ts',
      'web/src/cart/style.css',
      'zod',
      'web/src/cart/late.ts',
    ])
    expect(found.map(({ onlyTypes }) => onlyTypes)).toEqual([true, false, false, false, false])
  })
})

describe('imports', () => {
  test.each(importRules)('$says', ({ forbids }) => {
    expect(imports.filter(forbids).map(shown)).toEqual([])
  })

  test.each(importRules)('a breach is noticed: $says', ({ forbids, breaches }) => {
    for (const breach of breaches) expect(importsOf(breach, manifests).filter(forbids)).toHaveLength(1)
  })
})

describe('cycles', () => {
  const plain = imports.filter(({ from }) => !isTest(from))

  test('no two features import each other, directly or through others', () => {
    expect(cyclesBetween(plain, featureOf)).toEqual([])
  })

  test('no two workspaces import each other', () => {
    expect(cyclesBetween(plain, workspaceOf)).toEqual([])
  })

  test('a circle of any length is noticed', () => {
    const way = ['a', 'b', 'c', 'a'].map((unit) => `web/src/${unit}/${unit}.ts`)
    const round = way.slice(1).map((to, at) => ({ from: way[at] ?? '', to, specifier: '', onlyTypes: true }))
    expect(cyclesBetween(round, featureOf)).toEqual(['web/src/a → web/src/b → web/src/c → web/src/a'])
    expect(cyclesBetween(round.slice(1), featureOf)).toEqual([])
  })
})

describe('every file', () => {
  test.each(textRules)('$says', ({ finds }) => {
    const found = sources.flatMap((source) => finds(source).map((what) => `${source.path}: ${what}`))
    expect(found).toEqual([])
  })

  test.each(textRules)('a breach is noticed: $says', ({ finds, breaches }) => {
    for (const breach of breaches) expect(finds(breach)).not.toEqual([])
  })
})

describe('a package', () => {
  const root = manifests.find(({ folder }) => folder === '.')
  const undeclared = ({ from, specifier }: Import) => {
    const name = packageOf(specifier)
    const { dependencies, devDependencies } = manifests.find(({ folder }) => folder === workspaceOf(from)) ?? root ?? {}
    // All of web is built, so web needs no package at run time.
    const own = from.startsWith('web/') ? [dependencies, devDependencies] : [dependencies]
    const declared = isTest(from) ? [...own, devDependencies, root?.devDependencies] : own
    const isLoadedLate =
      opensAdapters.includes(from) && adapterWorkspaces.some((adapter) => name === `@shop/${adapter}`)
    return name !== undefined && !isLoadedLate && !declared.some((names) => names?.[name])
  }

  test('is declared by the workspace that imports it; the root can declare a package that only tests import', () => {
    const own = ({ path }: Source) => !path.startsWith('tools/checks/')
    const found = sources
      .filter(own)
      .flatMap((source) => importsOf(source, manifests))
      .filter(undeclared)
    expect(found.map(shown)).toEqual([])
  })

  test('is noticed if it is not declared, or if it is a development dependency and is used outside tests', () => {
    const from = (path: string, specifier: string) => undeclared({ from: path, to: '', specifier, onlyTypes: false })
    expect(from('shared/stores/src/lease.ts', 'koa')).toBe(true)
    expect(from('shared/stores/src/lease.ts', 'vitest')).toBe(true)
    expect(from('shared/stores/src/lease.test.ts', 'vitest')).toBe(false)
    expect(from('query-service/src/order-routes.ts', '@shop/mongodb/open-mongodb')).toBe(true)
  })

  test('has the same range everywhere', () => {
    const asked = manifests.flatMap(({ name, dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }).map(([of, range]) => ({ of, range, name })),
    )
    const ranges = Map.groupBy(asked, ({ of }) => of)
    const several = [...ranges.values()].filter((all) => new Set(all.map(({ range }) => range)).size > 1)
    expect(several.flat()).toEqual([])
  })
})
