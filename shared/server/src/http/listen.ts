import type { Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'

/** The server cannot listen on the address. `message` is a line for the operator. */
export class ListenError extends Error {}

/**
 * In each turn of the event loop, Node accepts one connection from each listening socket (libuv pull request 3696). With a single socket, a
 * new client would wait one turn for each waiting connection of a hostile client.
 */
const SOCKETS = 16

type Place = Readonly<{ host: string; port: number }>

/**
 * Listens on one socket. On Linux with `isShared`, listens on several sockets with one port, and Linux spreads new connections over them.
 * Returns the listening servers. They all pass their connections to `server`. Throws ListenError.
 */
export async function listen(server: Server, place: Place, isShared: boolean): Promise<readonly NetServer[]> {
  if (!isShared || process.platform !== 'linux') {
    await listening(server, place)
    return [server]
  }
  const port = await unusedPort(place)
  // The options are those of an HTTP server.
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  const servers = [server, ...others]
  await Promise.all(servers.map((one) => listening(one, { ...place, port, reusePort: true })))
  return servers
}

/** A port that no program uses. Throws ListenError if another program uses the given port: sockets that share a port do not notice this. */
async function unusedPort(place: Place): Promise<number> {
  const first = createServer()
  await listening(first, place)
  const { port } = first.address() as { port: number }
  await new Promise((resolve) => first.close(resolve))
  return port
}

async function listening(server: NetServer, place: Place & Readonly<{ reusePort?: boolean }>) {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(place, resolve)
    })
  } catch (error) {
    throw new ListenError(whyNot(error as NodeJS.ErrnoException, place))
  } finally {
    server.removeAllListeners('error')
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port }: Place) {
  if (code === 'EADDRINUSE') return `PORT: another program uses ${port} on ${host}`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: ${host} is not an address of this machine`
  return `HOST, PORT: cannot listen on ${host}:${port} (${message})`
}
