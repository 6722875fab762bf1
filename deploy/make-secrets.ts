import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LOG_SERVERS = ['log-1', 'log-2', 'log-3']
/** For each user, the file with the user's URL. A user may use only the database with the user's name. */
const MONGODB_USERS = { 'read-models': 'read-store-url', keys: 'key-store-url', snapshots: 'snapshot-store-url' }
/** `keys`: the keys that the user may read and write. */
const REDIS_USERS = {
  jobs: { keys: 'selvedge:*', file: 'job-queue-url' },
  limits: { keys: 'selvedge:limit:*', file: 'counter-store-url' },
}
/** The name that EventStoreDB and KurrentDB expect in the certificates of their nodes. */
const NODE_NAME = 'eventstoredb-node'
const CERTIFICATE_DAYS = '825'

/**
 * Makes the secrets that the compose files mount, in a folder that only its owner can enter. The files are readable for all, because each
 * service runs as another user. Existing files stay, except an outdated list of Redis users.
 */
export function makeSecrets(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made: string[] = []
  const put: Put = (name, content) => {
    writeFileSync(join(folder, name), content, { flag: 'wx' })
    chmodSync(join(folder, name), 0o444)
    made.push(name)
  }
  writeFileSync(join(folder, '.gitignore'), '*\n')
  const ifMissing = (name: string, make: () => void) => existsSync(join(folder, name)) || make()
  ifMissing('token-secret', () => put('token-secret', secret(48)))
  ifMissing('admin-password', () => put('admin-password', secret(18)))
  // Empty until the operator has an account at PayPal.
  ifMissing('paypal-client-secret', () => put('paypal-client-secret', ''))
  // Empty until the operator has a mail server.
  ifMissing('mail-url', () => put('mail-url', ''))
  ifMissing('mongodb-users', () => putMongodb(put))
  putRedis(folder, put)
  ifMissing('log-ca.crt', () => putLog(put))
  return made
}

type Put = (name: string, content: string) => void

/** Letters and digits only, because other characters would have to be escaped in URLs. */
const secret = (bytes: number) => randomBytes(bytes).toString('hex')

function putMongodb(put: Put) {
  const users = Object.keys(MONGODB_USERS).map((name) => ({ user: name, password: secret(24), database: name }))
  put('mongodb-root-password', secret(24))
  // The members of a replica set recognize each other by this key.
  put('mongodb-key', randomBytes(564).toString('base64'))
  for (const { user, password, database } of users) {
    const addressOn = (hosts: string) =>
      `mongodb://${user}:${password}@${hosts}/${database}?replicaSet=rs0&authSource=admin`
    const file = MONGODB_USERS[user as keyof typeof MONGODB_USERS]
    put(file, addressOn('mongo-1:27017'))
    put(`cluster-${file}`, addressOn('mongo-1:27017,mongo-2:27017,mongo-3:27017'))
  }
  put('mongodb-users', JSON.stringify(users, undefined, 2))
}

/**
 * Writes the list of Redis users and their rights, with digests of their passwords. Only the user `health` needs no password, and may only
 * ping. Users in an existing list keep their passwords. No client can sign in as `default`, but Redis loads its append-only file as
 * `default`. If `default` does not have all rights, several versions of Redis skip each transaction in that file (redis/redis#14541), and
 * all jobs are lost.
 */
function putRedis(folder: string, put: Put) {
  const list = join(folder, 'redis-users')
  const earlier = existsSync(list) ? readFileSync(list, 'utf8') : ''
  const lines = Object.entries(REDIS_USERS).map(([user, { keys, file }]) => {
    const [, known] = new RegExp(`^user ${user} on #([0-9a-f]{64}) `, 'm').exec(earlier) ?? []
    const digest = known ?? putRedisPassword(user, file, put)
    return `user ${user} on #${digest} resetkeys ~${keys} resetchannels -@all +@all -@admin -@dangerous +info`
  })
  const reader = 'user default off ~* &* +@all'
  const health = 'user health on nopass resetkeys resetchannels -@all +ping'
  const users = `${[reader, health, ...lines].join('\n')}\n`
  if (users === earlier) return
  rmSync(list, { force: true })
  put('redis-users', users)
}

function putRedisPassword(user: string, file: string, put: Put): string {
  const password = secret(24)
  put(file, `redis://${user}:${password}@redis:6379`)
  return createHash('sha256').update(password).digest('hex')
}

/** The key of the authority that signs the certificates is deleted. */
function putLog(put: Put) {
  const password = secret(24)
  const addressOn = (hosts: string) =>
    `esdb://admin:${password}@${hosts}?tls=true&tlsCAFile=${encodeURIComponent('/run/secrets/log-ca')}`
  put('event-store-url', addressOn('log-1:2113'))
  put('cluster-event-store-url', addressOn(LOG_SERVERS.map((name) => `${name}:2113`).join(',')))
  put('log.env', `EVENTSTORE_DEFAULT_ADMIN_PASSWORD=${password}\nEVENTSTORE_DEFAULT_OPS_PASSWORD=${secret(24)}\n`)

  const work = mkdtempSync(join(tmpdir(), 'selvedge-certificates-'))
  try {
    const at = (name: string) => join(work, name)
    const text = (name: string) => readFileSync(at(name), 'utf8')
    certificate(at('ca.crt'), at('ca.key'), 'selvedge log authority', [
      'basicConstraints=critical,CA:TRUE,pathlen:0',
      'keyUsage=critical,keyCertSign,cRLSign',
    ])
    for (const name of LOG_SERVERS) {
      const extensions = [
        'basicConstraints=critical,CA:FALSE',
        'keyUsage=critical,digitalSignature,keyEncipherment',
        'extendedKeyUsage=serverAuth,clientAuth',
        `subjectAltName=DNS:${name},DNS:localhost,IP:127.0.0.1`,
      ]
      certificate(at(`${name}.crt`), at(`${name}.key`), NODE_NAME, extensions, [
        '-CA',
        at('ca.crt'),
        '-CAkey',
        at('ca.key'),
      ])
      put(`${name}.crt`, text(`${name}.crt`))
      put(`${name}.key`, text(`${name}.key`))
    }
    put('log-ca.crt', text('ca.crt'))
  } finally {
    rmSync(work, { recursive: true })
  }
}

function certificate(
  file: string,
  key: string,
  name: string,
  extensions: readonly string[],
  signer: readonly string[] = [],
) {
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'rsa:3072',
        '-nodes',
        '-sha256',
        '-days',
        CERTIFICATE_DAYS,
        '-subj',
        `/CN=${name}`,
      ],
      ...['-keyout', key, '-out', file, ...signer, ...extensions.flatMap((extension) => ['-addext', extension])],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

if (import.meta.main) {
  const folder = process.argv[2] ?? 'secrets'
  const made = makeSecrets(folder)
  process.stdout.write(
    made.length > 0 ? `Made in ${folder}: ${made.join(', ')}\n` : `${folder} already has all secrets\n`,
  )
}
