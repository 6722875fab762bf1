import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { startEventStoreDouble } from '../eventstore-double.ts'
import { startGossip } from './gossip.ts'

/*
 * A double of the log's server for containers, with the settings of the real server. It accepts any client without a password. In a
 * cluster, the double does not replicate its log, so log-1 is always the leader.
 */
const PORT = 2113
/** In a cluster, each server answers gossip at `PORT`, and the leader serves its log at this port. */
const LOG_PORT = 2114
const LEADER = 'log-1'
const FOLDER = '/var/lib/eventstore'

const given = (name: string) => {
  const value = process.env[`EVENTSTORE_${name}`]
  if (!value) throw new Error(`EVENTSTORE_${name} is not given`)
  return value
}
const name = given('NODE_HOST_ADVERTISE_AS')
const others = (process.env.EVENTSTORE_GOSSIP_SEED ?? '').split(',').filter(Boolean)
const ca = readFileSync(join(given('TRUSTED_ROOT_CERTIFICATES_PATH'), 'ca.crt'))
const certificate = {
  cert: readFileSync(given('CERTIFICATE_FILE')),
  key: readFileSync(given('CERTIFICATE_PRIVATE_KEY_FILE')),
}
if (others.length + 1 !== Number(given('CLUSTER_SIZE')))
  throw new Error(
    `EVENTSTORE_GOSSIP_SEED lists ${others.length} other servers, but EVENTSTORE_CLUSTER_SIZE is ${given('CLUSTER_SIZE')}`,
  )

/** If another server has not started, the look-up of its name may never end. */
const REACHED_WITHIN_MS = 2_000

const health = createHttpServer(async ({ url }, answer) => {
  const isHealthy =
    others.length === 0 ||
    (await Promise.any(others.map(reach)).then(
      () => true,
      () => false,
    ))
  answer.writeHead(url !== '/health/live' ? 404 : isHealthy ? 204 : 503).end()
})

async function reach(address: string): Promise<void> {
  const [host, port] = address.split(':')
  const socket = connectTls({ host: host!, port: Number(port), servername: host!, ca })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(REACHED_WITHIN_MS) })
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

function serve(port: number, grpcPort: number) {
  const ALPNCallback = ({ protocols }: { protocols: string[] }) => (protocols.includes('http/1.1') ? 'http/1.1' : 'h2')
  const server = createTlsServer({ ...certificate, ALPNCallback }, (socket) => {
    socket.on('error', () => {})
    if (socket.alpnProtocol !== 'h2') return void health.emit('connection', socket)
    const inner = connect(grpcPort, '127.0.0.1')
    inner.on('error', () => {})
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.pipe(other).on('close', () => one.destroy())
  })
  return server.listen(port)
}

const double = await startEventStoreDouble({ folder: FOLDER })
if (others.length === 0) serve(PORT, double.port)
else {
  const members = [name, ...others.map((address) => address.split(':')[0] ?? '')]
  serve(PORT, await startGossip(members, { address: LEADER, port: LOG_PORT }))
  if (name === LEADER) serve(LOG_PORT, double.port)
}
process.stdout.write(`${name} is there\n`)

process.once('SIGTERM', () => {
  double.close()
  process.exit(0)
})
