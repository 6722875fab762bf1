import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@shop/stores/test-support/free-port'
import { ensureWebBuilt } from '@shop/web/build-web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnRoom } from '../../tests/support/room-process.ts'
import { isTest } from '../../tools/rules/places.ts'

/*
 * Builds on this machine what the Dockerfile's last stage contains. The test runs the README's smallest install in a copy of this
 * repository. Then it copies the files that the COPY lines of this stage name.
 */
const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const MOST_MB = 200

let folder: string
let dockerfile: string
const image = () => join(folder, 'image')
const install = () => join(folder, 'install')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-install-'))
  dockerfile = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8')
  await copySources()
  const [, command = ''] = /^(npm ci --omit=dev -w \S+)/m.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
  await run('npm', [...command.split(' ').slice(1), '--prefer-offline'], { cwd: install() })
  const pages = await ensureWebBuilt({ say: () => {} })
  for (const [, from = '', paths = '', into = ''] of dockerfile.matchAll(/^COPY --from=(\w+) (.+) (\S+)$/gm))
    for (const path of paths.split(' ').map((one) => one.replace('/shop/', '')))
      await cp(from === 'pages' ? pages : join(install(), path), join(image(), placeOf(path, into)), {
        recursive: true,
        verbatimSymlinks: true,
      })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the image has what the shop needs, and nothing for builds, tests or other servers', async () => {
  const { stdout } = await run('du', ['-sm', join(image(), 'node_modules')])
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(MOST_MB)
  const { stdout: packages } = await run('ls', [join(image(), 'node_modules')])
  for (const name of ['vite', 'vitest', 'typescript', 'tailwindcss', 'react', 'mongodb', 'bullmq', '@eventstore'])
    expect(packages.split('\n')).not.toContain(name)
  const { stdout: files } = await run('find', ['.', '-name', 'node_modules', '-prune', '-o', '-type', 'f', '-print'], {
    cwd: image(),
    maxBuffer: 1 << 24,
  })
  const own = files.split('\n').map((path) => path.replace('./', ''))
  expect(own).toContain('embedded/src/main.ts')
  // The shop imports the two programs in `web` that build its pages.
  expect(own.filter((path) => isTest(path) && !path.startsWith('web/'))).toEqual([])
  expect(own.filter((path) => path.includes('start-for-tests'))).toEqual([])
  const { stdout: tools } = await run('ls', [join(image(), 'tools')])
  expect(tools).not.toMatch(/bench|labs|lint|markup|openapi|rules|schemathesis|suites|test/)
})

test('the image runs the shop with its pages', async () => {
  const shop = start({ DATA_DIR: join(folder, 'data') })
  await shop.ready()
  const read = (path: string) => fetch(shop.url + path)
  expect(await (await read('/api/products')).json()).toHaveLength(59)
  expect(await (await read('/collections/all')).text()).toContain('All Collection')
  expect(await shop.end('SIGTERM')).toBe(0)
})

test('the image prints which workspace is missing for a configured server', async () => {
  const shop = start({ DATA_DIR: join(folder, 'other'), EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' })
  expect(await shop.failed()).toMatch(/@shop\/kurrentdb is not installed/)
})

function start(environment: Record<string, string>) {
  const [, file = ''] = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile) ?? []
  return spawnRoom(file, port, environment, image())
}

/** Copies every file that git tracks or would add, except the files that .dockerignore names. */
async function copySources() {
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).trim().split('\n')
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 24 })
  for (const file of stdout.trim().split('\n')) {
    if (ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))) continue
    await mkdir(dirname(join(install(), file)), { recursive: true })
    await cp(join(root, file), join(install(), file)).catch((error) => {
      // The file was deleted, but the deletion is not committed yet.
      if (error.code !== 'ENOENT') throw error
    })
  }
}

const placeOf = (path: string, into: string) => (into.endsWith('/') ? join(into, path.split('/').at(-1) ?? '') : into)
const port = await freePort()
