import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTried, schemathesis } from '../../tools/suites/tools-at-hand.ts'
import { untilCopied } from '../support/analysis-room.ts'
import { adminAt, customerAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

/* Runs Schemathesis, which makes requests from the OpenAPI document and checks the answers (tools/schemathesis). */

/** Seconds for each caller. For a long run by hand: SCHEMATHESIS_SECONDS=600. */
const SECONDS = Number(process.env.SCHEMATHESIS_SECONDS ?? 7)
const SEED = process.env.SEED ?? '1'
/** These options leave out the calls that would sign out the caller for the rest of the run. */
const ENDS_THE_SESSION = ['', '/{id}'].flatMap((id) => ['--exclude-name', `DELETE /api/users/me/sessions${id}`])
const settings = join(import.meta.dirname, '..', '..', 'tools', 'schemathesis')

describe.skipIf(!isTried(schemathesis))('every answer to requests made from the schemas passes all checks', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  beforeAll(async () => {
    shop = await startShop({ ANALYSIS: 'on' })
    await untilCopied(await adminAt(shop.url))
  })
  afterAll(() => shop.close())

  const tokenOf: Readonly<Record<string, () => Promise<string | undefined>>> = {
    'an anonymous client': async () => undefined,
    'a customer': async () => (await customerAt(shop.url)).token,
    'an admin': async () => (await adminAt(shop.url)).token,
  }

  test.each(Object.keys(tokenOf))(
    'as %s',
    async (who) => {
      const { status, output } = await check(shop.url, await tokenOf[who]?.())
      expect(status, output).toBe(0)
      // Prints the number of cases, and the seed.
      console.info(output.split('\n').slice(-8).join('\n'))
    },
    (SECONDS + 600) * 1000,
  )
})

async function check(url: string, token: string | undefined) {
  const asked = ['--checks', 'all', '--seed', SEED, '--max-time', String(SECONDS), '--generation-database', 'none']
  const caller = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`, ...ENDS_THE_SESSION]
  const child = spawn(
    schemathesis.at,
    ['--no-color', '--config-file', 'schemathesis.toml', 'run', `${url}/api/openapi.json`, ...asked, ...caller],
    { cwd: settings, env: { ...process.env, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: pythonPath() } },
  )
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status, output: (output + complaints).trimEnd() }
}

/** The folder of the hooks, and the folder into which pip installed the packages. */
const pythonPath = () => [settings, join(schemathesis.at, '..', '..')].join(':')
