import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checks, isTried } from '../../tools/suites/tools-at-hand.ts'
import { ADMIN, startShop } from '../support/shop.ts'

/* Checks the OpenAPI document with third-party tools: a linter, a generator of types, and a client of those types. */

const tools = join(import.meta.dirname, '..', '..', 'tools', 'checks')
const generated = join(tools, 'openapi', 'generated')

/** Runs one of the tools with this input. The tool has its own process, because the shop runs in the process of the test. */
async function run(program: string, args: readonly string[], input = '') {
  const child = spawn(process.execPath, [join(tools, program), ...args])
  child.stdin.end(input)
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status, output: output + complaints }
}
const OK = { status: 0, output: expect.any(String) }

describe.skipIf(!isTried(checks))('the OpenAPI document', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let document: string

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' })
    document = await (await fetch(`${shop.url}/api/openapi.json`)).text()
  })
  afterAll(() => shop.close())

  test('has no problem according to the linter', async () => {
    expect(await run('openapi/lint-document.ts', [], document)).toEqual({ status: 0, output: '0 problems\n' })
  })

  test('with a problem is reported by the linter', async () => {
    const { paths, ...rest } = JSON.parse(document)
    const broken = JSON.stringify({ ...rest, paths: { ...paths, '/api/none': { get: { responses: {} } } } })
    expect(await run('openapi/lint-document.ts', [], broken)).toMatchObject({
      status: 1,
      output: expect.stringContaining('~1api~1none'),
    })
  })

  test('generates types that check a client, which then makes the documented calls', async () => {
    mkdirSync(generated, { recursive: true })
    writeFileSync(join(generated, 'openapi.json'), document)
    const [from, to] = ['openapi.json', 'shop.d.ts'].map((file) => join(generated, file)) as [string, string]
    expect(await run('node_modules/openapi-typescript/bin/cli.js', [from, '-o', to])).toEqual(OK)
    expect(await run('node_modules/typescript/bin/tsc', ['-p', join(tools, 'openapi')])).toEqual({
      status: 0,
      output: '',
    })
    const made = await run('openapi/documented-calls.ts', [shop.url, ADMIN.email, ADMIN.password])
    expect(made).toEqual({ status: 0, output: expect.stringMatching(/^3\d calls: .*POST \/api\/checkout/) })
  })
})
