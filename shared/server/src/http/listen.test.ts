import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const CLIENTS = 64

/** Connects many clients in one turn of the event loop. Returns the number of turns until all are accepted. */
async function turnsUntilAccepted(isShared: boolean) {
  const server = createServer()
  const listening = await listen(server, { host: '127.0.0.1', port: 0 }, isShared)
  const accepted: Socket[] = []
  server.on('connection', (socket: Socket) => accepted.push(socket))
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  let turns = 0
  for (; accepted.length < CLIENTS; turns++) await nextTurn()
  for (const socket of [...clients, ...accepted]) socket.destroy()
  for (const one of listening) one.close()
  return turns
}

test.runIf(process.platform === 'linux')(
  'of many connections that arrive together, several are accepted in one turn',
  async () => {
    const [alone, shared] = [await turnsUntilAccepted(false), await turnsUntilAccepted(true)]
    expect(shared).toBeLessThan(alone / 2)
  },
)
