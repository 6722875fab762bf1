import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Checks the installed packages: their reasons, their licenses, and that the lock file has the chosen packages. No test here calls a
 * registry.
 */

type Manifest = Readonly<{
  name: string
  license?: string
  workspaces?: readonly string[]
  dependencies?: Readonly<Record<string, string>>
  devDependencies?: Readonly<Record<string, string>>
}>
type Locked = Readonly<{
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  os?: readonly string[]
  cpu?: readonly string[]
  libc?: readonly string[]
}>

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const root = read<Manifest>('package.json')
const files = globSync(['.', 'tools/checks', ...(root.workspaces ?? [])].map((folder) => `${folder}/package.json`))
const manifests = files.map((file) => [file, read<Manifest>(file)] as const)

/** Every package from outside this repository that a package.json names. */
const chosen = new Set(
  manifests.flatMap(([, { dependencies, devDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@shop/')),
  ),
)

const lockOf = (file: string) =>
  Object.entries(read<{ packages: Record<string, Locked> }>(file).packages).flatMap(([path, locked]) => {
    const name = /^.*node_modules\/(.+)$/.exec(path)?.[1]
    return name && !locked.link ? [{ name, ...locked }] : []
  })
/** The shop's lock file, and the lock file of the checks. */
const locks = [lockOf('package-lock.json'), lockOf('tools/checks/package-lock.json')]
const installed = locks.flat()

describe('every dependency', () => {
  const decision = readFileSync('docs/decisions/0010-dependencies.md', 'utf8')
  /** The packages that ADR 10 names: in the first cell of a row, or in backticks in the text. */
  const named = [...decision.matchAll(/^\| ([^|]+) \|.*\|$/gm)].flatMap(([, cell = '']) => cell.trim().split(', '))
  const inText = [...decision.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.replace('tools/', ''))
  const explained = new Set([...named, ...inText])
  const isExplained = (name: string) => explained.has(name) || (name.startsWith('@types/') && explained.has('@types/*'))

  test('has its reason in ADR 10', () => {
    expect(chosen.size).toBeGreaterThan(40)
    expect([...chosen].filter((name) => !isExplained(name))).toEqual([])
  })

  test('in ADR 10 is installed', () => {
    const known = new Set([...chosen, 'package', '---', '@types/*'])
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('licenses', () => {
  /** Licenses that require only their text, or the source of the unchanged files. The LGPL is for libvips, which is a separate library. */
  const ALLOWED = new Set(
    [
      'MIT',
      'MIT-0',
      'ISC',
      '0BSD',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      'BlueOak-1.0.0',
      'CC0-1.0',
      'CC-BY-4.0',
      'PSF-2.0',
      'Python-2.0',
      'Zlib',
    ].concat(['Unlicense', 'MPL-2.0', 'OFL-1.1']),
  )
  const isLibvips = (name: string) => /^@img\/sharp-(libvips-|wasm32|win32)/.test(name)
  const isAllowed = ({ name, license = '' }: { name: string; license?: string }) => {
    const words = license.replace(/[()]/g, '').split(/ (AND|OR) /)
    const fits = (word: string) => ALLOWED.has(word) || (word === 'LGPL-3.0-or-later' && isLibvips(name))
    const licences = words.filter((word) => !['AND', 'OR'].includes(word))
    return words.includes('OR') ? licences.some(fits) : licences.every(fits)
  }

  test('each of our packages has a license', () => {
    expect(manifests.filter(([, { license }]) => license !== 'MIT').map(([file]) => file)).toEqual([])
  })

  test('of all packages that can be installed are allowed', () => {
    const licensed = installed.filter(({ license }) => license !== undefined)
    expect(licensed.length).toBeGreaterThan(400)
    expect(licensed.filter((one) => !isAllowed(one)).map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  test('a license that is not on the list is noticed', () => {
    for (const license of [
      'GPL-3.0',
      'AGPL-3.0-only',
      'SSPL-1.0',
      'UNLICENSED',
      '',
      'MIT AND GPL-2.0',
      'LGPL-3.0-or-later',
    ])
      expect(isAllowed({ name: 'x', license }), license).toBe(false)
    expect(isAllowed({ name: 'x', license: '(MIT OR GPL-2.0)' })).toBe(true)
  })
})

test('npm ci installs at most 480 MB', () => {
  const isMade = (path: string) => /^node_modules.\.(cache|vite)/.test(path)
  const bytes = readdirSync('node_modules', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isMade(path))
    .reduce((sum, path) => sum + lstatSync(path).size, 0)
  expect(bytes).toBeGreaterThan(100e6)
  expect(bytes / 1e6).toBeLessThanOrEqual(480)
})

describe('the locks', () => {
  /** Whether a build is for other machines: the registry may not have it. On such a machine npm installs it without comparing a digest. */
  const isForOtherMachines = ({ optional, os = [], cpu = [], name }: Locked & { name: string }) =>
    optional === true &&
    (!os.includes('linux') ||
      !cpu.some((one) => ['x64', 'arm64'].includes(one)) ||
      /musl/.test(name) ||
      name === DUCKDB)
  /** The shop uses only one build for Linux that the registry does not have (ADR 10: dependencies). */
  const DUCKDB = '@duckdb/node-bindings-linux-arm64'

  test('have a digest for each Linux package, and for each other package that the registry has', () => {
    const bare = installed.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(bare.filter((one) => !isForOtherMachines(one)).map(({ name }) => name)).toEqual([])
    expect(bare.length).toBeLessThanOrEqual(26)
  })

  test('say which builds are for musl, because npm would otherwise install them beside the builds for glibc', () => {
    const isForMusl = ({ name, os = [] }: Locked & { name: string }) => /musl/.test(name) && os.includes('linux')
    const builds = installed.filter(isForMusl)
    expect(builds.length).toBeGreaterThan(5)
    expect(builds.filter(({ libc }) => libc?.join() !== 'musl').map(({ name }) => name)).toEqual([])
  })

  test('install from the registry only', () => {
    expect(installed.filter(({ resolved }) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))).toEqual(
      [],
    )
    const ranges = manifests.flatMap(([, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    expect(ranges.filter(([, range]) => !/^(\*|[~^]?\d+\.\d+\.\d+(-[\w.]+)?)$/.test(range))).toEqual([])
  })
})

test('npm run sbom lists every installed package with its version, its license and its digest', () => {
  const text = execFileSync('npm', ['run', '-s', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 25,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  type Component = { 'bom-ref': string; licenses?: object[]; hashes?: object[] }
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: Component[] }
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Map(components.map((component) => [component['bom-ref'], component]))
  for (const { name, version, license, integrity } of locks[0]!) {
    const component = listed.get(`${name}@${version}`)
    expect(component, name).toBeDefined()
    if (license) expect(component?.licenses, name).toHaveLength(1)
    if (integrity) expect(component?.hashes, name).toHaveLength(1)
  }
})
