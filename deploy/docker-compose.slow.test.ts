import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EXPORTS, MOST_ENGINE_BYTES, MOST_MEMORY_BYTES, RUNS } from '@shop/analysis/limits'
import { readConfig } from '@shop/server/config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSecrets } from './make-secrets.ts'

const BASE = ['-f', 'docker-compose.yml']
const CLUSTER = [...BASE, '-f', 'deploy/docker-compose.cluster.yml']
const COMPOSITIONS = [
  ['one of each room', BASE, 10],
  ['three log servers and databases, two of each room', CLUSTER, 17],
] as const

const hasCompose = (() => {
  try {
    execFileSync('docker-compose', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return process.env.CI === 'true'
  }
})()
if (!hasCompose) console.warn('Left out: the check of the compose files. Install docker-compose to run it.')

/** A folder with copies of the compose files and with new secrets. */
let project: string
let made: readonly string[]
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'selvedge-compose-'))
  mkdirSync(join(project, 'deploy'))
  for (const file of ['docker-compose.yml', 'deploy/docker-compose.cluster.yml', 'deploy/mongodb'])
    cpSync(file, join(project, file), { recursive: true })
  made = makeSecrets(join(project, 'secrets'))
})
afterAll(() => rmSync(project, { recursive: true }))

const compose = (files: readonly string[], environment: Record<string, string>, ...command: string[]) =>
  promisify(execFile)('docker-compose', [...files, ...command], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: project, ...environment },
  })

type Services = ReadonlyMap<string, string>
const known = new Map<string, Promise<Services>>()

/** What `docker-compose config` prints for each service, by the service's name. A warning counts as an error. */
function servicesOf(files: readonly string[], environment: Record<string, string> = {}): Promise<Services> {
  const key = JSON.stringify([files, environment])
  const services = known.get(key) ?? read(files, environment)
  known.set(key, services)
  return services
}

async function read(files: readonly string[], environment: Record<string, string>): Promise<Services> {
  const { stdout, stderr } = await compose([...files, '--profile', 'operator'], environment, 'config')
  if (stderr) throw new Error(stderr)
  const [, section = ''] = /^services:\n((?: .*\n)+)/m.exec(stdout) ?? []
  return new Map(
    section
      .split(/^ {2}(?=\S)/m)
      .filter(Boolean)
      .map((block) => [block.slice(0, block.indexOf(':')), block] as const),
  )
}

describe.runIf(hasCompose).each(COMPOSITIONS)('docker-compose, %s', (_, files, count) => {
  test('is parsed without a warning', async () => {
    expect((await servicesOf(files)).size).toBe(count)
  })

  test('runs nothing as root, lets nothing write to a root folder or gain a privilege, and keeps logs small', async () => {
    for (const [name, block] of await servicesOf(files)) {
      expect(block, name).toMatch(/^ {4}read_only: true$/m)
      expect(block, name).toMatch(/^ {4}user: ['"]?(999:999|1000:1000)['"]?$/m)
      expect(block, name).toMatch(/^ {4}cap_drop:\n {4,6}- ALL$/m)
      expect(block, name).toContain('no-new-privileges:true')
      expect(block, name).toMatch(/max-size: ['"]?10m/)
      expect(block, name).toMatch(/memory: /)
    }
  })

  test('lets the log servers write no log files, and gives their cache a size, so they stay within their memory', async () => {
    const servers = [...(await servicesOf(files))].filter(([name]) => /^log-\d$/.test(name))
    expect(servers).toHaveLength(files === BASE ? 1 : 3)
    for (const [name, block] of servers) {
      expect(block, name).toMatch(/EVENTSTORE_DISABLE_LOG_FILE: ['"]true/)
      expect(block, name).toMatch(/EVENTSTORE_STREAM_INFO_CACHE_CAPACITY: ['"]\d+/)
    }
  })

  test('gives up the name of a stopped container within two seconds', async () => {
    for (const [name, block] of await servicesOf(files))
      expect(block, name).toMatch(/dns_opt:\n +- timeout:1\n +- attempts:2\n/)
  })

  test('gives the room for analysts enough memory for its questions, exports and copying at once', async () => {
    const [, gigabytes] = /memory: ['"]?(\d+)G/.exec((await servicesOf(files)).get('analysis') ?? '') ?? []
    expect(Number(gigabytes) * 2 ** 30).toBeGreaterThanOrEqual(
      RUNS.ofAll * MOST_MEMORY_BYTES + EXPORTS.ofAll * MOST_ENGINE_BYTES + 512 * 2 ** 20,
    )
  })

  test('gives the second process of a room the environment of the first', async () => {
    const services = await servicesOf(files)
    const seconds = [...services].filter(([name, block]) => name.endsWith('-2') && block.includes('image: selvedge'))
    expect(seconds).toHaveLength(files === BASE ? 0 : 3)
    const environmentOf = (block = '') => /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(block)?.[1]?.split('\n').toSorted()
    for (const [name, block] of seconds)
      expect(environmentOf(block), name).toEqual(environmentOf(services.get(name.replace(/2$/, '1'))))
  })

  test('names an exact version of each image', async () => {
    for (const [name, block] of await servicesOf(files))
      expect(/^ {4}image: (.+)$/m.exec(block)?.[1], name).toMatch(/^selvedge$|:\d+\.\d+\.\d+(-[\w-]+)?$/)
  })

  test('publishes only the gateway, on loopback by default', async () => {
    const services = await servicesOf(files)
    expect([...services].filter(([, block]) => block.includes('ports:')).map(([name]) => name)).toEqual(['gateway'])
    expect(services.get('gateway')).toMatch(/127\.0\.0\.1:3000:3000|host_ip: 127\.0\.0\.1/)
  })

  test('mounts each room exactly the secrets that it names, and none in its environment', async () => {
    for (const [name, block] of await servicesOf(files)) {
      if (!block.includes('image: selvedge')) continue
      const wanted = [...block.matchAll(/_FILE: \/run\/secrets\/([\w-]+)/g)].map(([, secret]) => secret)
      const mounted = [...block.matchAll(/source: ([\w-]+)$/gm)].map(([, secret]) => secret)
      expect(mounted.filter((secret) => secret !== 'log-ca').toSorted(), name).toEqual(
        wanted.filter((secret, index) => wanted.indexOf(secret) === index).toSorted(),
      )
      expect(block, name).not.toMatch(/(SECRET|PASSWORD): ['"]?\w/)
    }
  })

  test('builds the image in only one service', async () => {
    const builders = [...(await servicesOf(files))].filter(([, block]) => /^ {4}build:/m.test(block))
    expect(builders.map(([name]) => name)).toEqual(['gateway'])
  })

  test('separates networks: the gateway reaches rooms and Redis, and only command-services and the operator reach the internet', async () => {
    const services = await servicesOf(files)
    const networksOf = (name: string) =>
      [
        ...(/^ {4}networks:\n((?: {5,}.*\n| {4}- .*\n)*)/m.exec(services.get(name) ?? '')?.[1] ?? '').matchAll(
          /[a-z]+/g,
        ),
      ]
        .map(([network]) => network)
        .filter((network) => network !== 'null')
        .toSorted()
    expect(networksOf('gateway')).toEqual(['front', 'queue', 'rooms'])
    for (const name of services.keys()) {
      if (name !== 'gateway') expect(networksOf(name), name).not.toContain('front')
      if (!/^(command-service-|operator$)/.test(name)) expect(networksOf(name), name).not.toContain('outside')
    }
    expect(networksOf('log-1')).toEqual(['log'])
    expect(networksOf('mongo-1')).toEqual(['documents'])
    expect(networksOf('redis')).toEqual(['queue'])
    expect(networksOf('paypal-simulator')).toEqual(['rooms'])
  })

  test('passes the published address on, so that the shop refuses test payments from other machines', async () => {
    const elsewhere = await servicesOf(files, { PUBLISH: '0.0.0.0:80' })
    const names = [...elsewhere.keys()].filter((name) => /^(gateway|command-service-\d)$/.test(name))
    for (const name of names) expect(elsewhere.get(name), name).toMatch(/PUBLISH: ['"]?0\.0\.0\.0:80/)
    const environment = (block = '') =>
      Object.fromEntries(
        ['PUBLISH', 'ALLOW_SIMULATED_PAYMENTS', 'PUBLIC_ORIGIN', 'TRUST_PROXY', 'PAYPAL_CLIENT_ID'].map((name) => [
          name,
          new RegExp(`${name}: ['"]?([^'"\\n]*)`).exec(block)?.[1] ?? '',
        ]),
      )
    const inImage = { NODE_ENV: 'production', HOST: '0.0.0.0' }
    expect(() => readConfig({ ...environment(elsewhere.get('gateway')), ...inImage })).toThrow('PUBLISH: 0.0.0.0:80')
    const here = await servicesOf(files)
    expect(readConfig({ ...environment(here.get('gateway')), ...inImage }).payments.simulated).toBe(true)
    const allowed = await servicesOf(files, { PUBLISH: '0.0.0.0:80', ALLOW_SIMULATED_PAYMENTS: 'true' })
    expect(readConfig({ ...environment(allowed.get('gateway')), ...inImage }).payments.simulated).toBe(true)
  })

  test('gives every command-service what production needs for real payments', async () => {
    const services = await servicesOf(files, {
      PUBLISH: '0.0.0.0:80',
      PAYPAL_CLIENT_ID: 'account',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_BASE_URL: '',
    })
    const takers = [...services].filter(([name]) => name.startsWith('command-service'))
    expect(takers).toHaveLength(files === BASE ? 1 : 2)
    // The secrets as Docker mounts them, with the account's secret filled in.
    const mounted = mkdtempSync(join(project, 'mounted-'))
    cpSync(join(project, 'secrets'), mounted, { recursive: true })
    rmSync(join(mounted, 'paypal-client-secret'))
    writeFileSync(join(mounted, 'paypal-client-secret'), 'secret')
    for (const [name, block] of takers) {
      const given = [...block.matchAll(/^ {6}(\w+): ['"]?([^'"\n]*)/gm)].map(([, variable, value = '']) => [
        variable,
        value.replace('/run/secrets', mounted),
      ])
      const config = readConfig({ ...Object.fromEntries(given), NODE_ENV: 'production', HOST: '0.0.0.0' })
      expect(config.payments, name).toMatchObject({ simulated: false, clientId: 'account', webhookId: 'webhook' })
    }
  })
})

describe('the secrets', () => {
  test('are in a folder that only its owner can enter, and each container’s user can read the files', () => {
    const folder = join(project, 'secrets')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', ...made].toSorted())
    for (const name of made) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o444)
  })

  test('stay when `makeSecrets` runs again', () => {
    expect(makeSecrets(join(project, 'secrets'))).toEqual([])
  })

  test('from an earlier release get the rights of this release and keep their passwords', () => {
    const folder = join(project, 'earlier-secrets')
    cpSync(join(project, 'secrets'), folder, { recursive: true })
    const list = join(folder, 'redis-users')
    const today = readFileSync(list, 'utf8')
    rmSync(list)
    writeFileSync(list, today.replaceAll(' +info', ''))
    expect(makeSecrets(folder)).toEqual(['redis-users'])
    expect(readFileSync(list, 'utf8')).toBe(today)
  })

  test('are not committed, in any folder', () => {
    const folder = join(project, 'repository', 'of-another-name')
    mkdirSync(folder, { recursive: true })
    const git = (...command: string[]) =>
      execFileSync('git', command, { cwd: join(project, 'repository'), encoding: 'utf8' })
    git('init', '--quiet')
    makeSecrets(folder)
    expect(git('status', '--porcelain')).toBe('')
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('/secrets/')
  })

  test('include every file that the compose files mount', () => {
    const text = ['docker-compose.yml', 'deploy/docker-compose.cluster.yml']
      .map((file) => readFileSync(file, 'utf8'))
      .join()
    const named = new Set([...text.matchAll(/secrets\/([\w.-]+)(?= }|:ro|$)/gm)].map(([, name]) => name))
    expect([...named].filter((name) => !/^(env|.+-FILE)$/.test(name ?? '') && !made.includes(name ?? ''))).toEqual([])
  })

  test('have certificates that name their servers and are signed by the authority that the shop trusts', () => {
    const at = (name: string) => join(project, 'secrets', name)
    for (const name of ['log-1', 'log-2', 'log-3']) {
      expect(
        execFileSync('openssl', ['verify', '-CAfile', at('log-ca.crt'), at(`${name}.crt`)], { encoding: 'utf8' }),
      ).toContain('OK')
      const text = execFileSync('openssl', ['x509', '-in', at(`${name}.crt`), '-noout', '-text'], { encoding: 'utf8' })
      expect(text).toContain(`DNS:${name}, DNS:localhost`)
      expect(text).toContain('CN = eventstoredb-node')
      expect(text).toContain('Public-Key: (3072 bit)')
      expect(text).toContain('Signature Algorithm: sha256WithRSAEncryption')
    }
  })
})

describe('the files', () => {
  const text = ['docker-compose.yml', 'deploy/docker-compose.cluster.yml']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  test('start only programs that exist', () => {
    const started = [...text.matchAll(/"node", "([^"]+\.ts)"/g)].map(([, file = '']) => file)
    expect(new Set(started).size).toBe(7)
    expect(started.filter((file) => !existsSync(file))).toEqual([])
  })

  test('pass on every variable of the README', () => {
    const ofTheImage = ['HOST', 'PORT', 'DATA_DIR', 'NODE_ENV', 'TRAIL_DIR']
    const forTests = ['SIMULATOR_FAULTS', 'RATE_LIMITS']
    const elsewhere = ['PAYPAL_CA_FILE', 'ANALYSIS']
    const rows = [...readFileSync('README.md', 'utf8').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)]
    const named = rows.flatMap(([, names = '']) => [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name))
    expect(named.length).toBeGreaterThan(30)
    const passed = (name: string) =>
      text.includes(`${name}: \${${name}`) || text.includes(`${name}_FILE: /run/secrets/`)
    expect(named.filter((name) => !passed(name)).toSorted()).toEqual(
      [...ofTheImage, ...forTests, ...elsewhere].toSorted(),
    )
  })

  test.runIf(hasCompose)('give the operator everything that the rooms have', async () => {
    const services = await servicesOf(BASE)
    const of = (name: string, lines: RegExp) => [...(services.get(name) ?? '').matchAll(lines)].map(([, what]) => what)
    const stores = /^ {6}([A-Z_]+_STORE_URL_FILE|JOB_QUEUE_URL_FILE): /gm
    const volumes = /^ {4,6}- (?!demo-pictures)([a-z-]+):\/var\/lib\/selvedge\//gm
    for (const found of [stores, volumes]) {
      const ofRooms = [...services.keys()].filter((name) => name !== 'operator').flatMap((name) => of(name, found))
      expect(ofRooms.length).toBeGreaterThan(4)
      expect([...new Set(of('operator', found))].toSorted()).toEqual([...new Set(ofRooms)].toSorted())
    }
  })

  test('give the gateway’s network no connection to other machines', () => {
    expect(text).toMatch(
      /^ {2}front:\n {4}driver_opts: { com\.docker\.network\.bridge\.enable_ip_masquerade: "false" }$/m,
    )
  })

  test('start the third log server only when the first two are healthy', async () => {
    const cluster = readFileSync('deploy/docker-compose.cluster.yml', 'utf8')
    const [third = ''] = /^ {2}log-3:\n(?: {4}.*\n)+/m.exec(cluster) ?? []
    expect(third).toContain('log-1: { condition: service_healthy }')
    expect(third).toContain('log-2: { condition: service_healthy }')
  })

  test('have the services and tools that docs/distributed.md names', () => {
    const page = readFileSync('docs/distributed.md', 'utf8')
    const named = [...page.matchAll(/docker compose (?:exec|run --rm) ([\w-]+) (?:node (\S+\.ts))?/g)]
    expect(named.length).toBeGreaterThan(2)
    for (const [, service, tool] of named) {
      expect(text).toContain(`\n  ${service}:\n`)
      if (tool) expect(existsSync(tool), tool).toBe(true)
    }
    const [, expected = ''] = /tools\/verify-log\.ts (--[\w-]+=)/.exec(page) ?? []
    expect(readFileSync('tools/verify-log.ts', 'utf8')).toContain(`[${expected}`)
  })

  test('use nothing that an older docker-compose refuses', () => {
    expect(text).not.toMatch(/^(version|name|include):|start_interval|restart: true|pids:/m)
  })

  test('build from the same Node as the packages, without secrets, as a user without privileges', () => {
    const image = readFileSync('deploy/Dockerfile', 'utf8')
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: { node: string } }
    const bases = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const builder = `node:${dependencies.node}-bookworm-slim`
    expect(bases).toEqual([builder, builder, 'debian:bookworm-slim'])
    expect(image).toMatch(/^USER 1000:1000$/m)
    expect(image).toMatch(/^HEALTHCHECK .*\/readyz/m)
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['secrets', 'data', '.git']),
    )
  })
})
