import type { Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'

/** `message` is a line for the operator. */
export class ListenError extends Error {}

/**
 * In each turn of the event loop, Node accepts one connection from each listening socket (libuv pull request 3696). With one socket, a
 * client would wait behind all waiting connections of a hostile client.
 */
const SOCKETS = 16

type Place = Readonly<{ host: string; port: number }>

/**
 * Listens on one socket, or on Linux with `isShared` on several sockets with one port. Returns the listening servers, which all pass their
 * connections to `server`. Throws ListenError.
 */
export async function listen(server: Server, place: Place, isShared: boolean): Promise<readonly NetServer[]> {
  if (!isShared || process.platform !== 'linux') {
    await listening(server, place)
    return [server]
  }
  const port = await unusedPort(place)
  // An HTTP server has the same options.
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  const servers = [server, ...others]
  await Promise.all(servers.map((one) => listening(one, { ...place, port, reusePort: true })))
  return servers
}

/** Throws ListenError if another program uses the port. Sockets that share a port do not notice such a program. */
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
