import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@shop/stores/test-support/free-port'
import { composeAtHand } from '../../tools/suites/tools-at-hand.ts'
import { makeSecrets } from '../make-secrets.ts'

const run = promisify(execFile)
const LOG_IMAGE = 'selvedge-log-double'
const LOG_FOLDER = 'shared/kurrentdb'
const ONE = ['docker-compose.yml', 'one-log.json']
const CLUSTER = ['docker-compose.yml', 'deploy/docker-compose.cluster.yml', 'three-logs.json']
const ADMIN_EMAIL = 'admin@shop.test'
const MOST_OUTPUT = 64 * 2 ** 20

export type Composition = Awaited<ReturnType<typeof startComposition>>

/**
 * Starts the shop with docker-compose.yml on a free port, from a copy of this repository with new secrets. Only the log servers are
 * replaced, by a program that behaves like a log server.
 */
export async function startComposition() {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-containers-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(existsSync)) cpSync(file, join(folder, file))
  makeSecrets(join(folder, 'secrets'))
  const doubles = (...names: string[]) =>
    JSON.stringify({ services: Object.fromEntries(names.map((name) => [name, { image: LOG_IMAGE }])) })
  writeFileSync(join(folder, 'one-log.json'), doubles('log-1'))
  writeFileSync(join(folder, 'three-logs.json'), doubles('log-1', 'log-2', 'log-3'))

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const project = `selvedge-test-${port}`
  const env = { ...process.env, PUBLISH: `127.0.0.1:${port}`, ADMIN_EMAIL }
  const docker = async (...words: string[]) =>
    (await run('docker', words, { cwd: folder, env, maxBuffer: MOST_OUTPUT })).stdout
  let current = ONE
  const [program = '', ...first] = composeAtHand() ?? []
  async function compose(...words: string[]) {
    const named = ['--project-name', project, ...current.flatMap((file) => ['--file', file])]
    return (await run(program, [...first, ...named, ...words], { cwd: folder, env, maxBuffer: MOST_OUTPUT })).stdout
  }

  /** The state of each service's container, from its health check or else from Docker. */
  async function health(): Promise<Readonly<Record<string, string>>> {
    const format = '{{.Label "com.docker.compose.service"}} {{.Status}}'
    const ours = `label=com.docker.compose.project=${project}`
    const lines = (await docker('ps', '--filter', ours, '--format', format)).split('\n').filter(Boolean)
    return Object.fromEntries(
      lines.map((line) => {
        const [, service = '', status = '', said = status] = /^(\S+) (.*?(?:\(([^)]*)\))?)$/.exec(line) ?? []
        return [service, said]
      }),
    )
  }

  return {
    url,
    admin: { email: ADMIN_EMAIL, password: readFileSync(join(folder, 'secrets/admin-password'), 'utf8') },
    compose,
    health,
    async readiness(): Promise<string> {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      return answer ? ((await answer.json()) as { status: string }).status : 'no answer'
    },
    /** Runs the commands of docs/distributed.md. The image of the log servers needs the shop's image. */
    async start() {
      await compose('build')
      await docker('build', '--file', `${LOG_FOLDER}/test-support/container/Dockerfile`, '--tag', LOG_IMAGE, LOG_FOLDER)
      await compose('up', '--detach')
    },
    /** Does the steps of docs/distributed.md, "Grow to a cluster". */
    async grow() {
      await compose('down')
      current = CLUSTER
      await compose('up', '--detach')
    },
    output: () => compose('logs', '--tail', '60'),
    async remove() {
      await compose('down', '--volumes', '--remove-orphans')
      rmSync(folder, { recursive: true })
    },
  }
}
