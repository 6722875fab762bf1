import { once } from 'node:events'
import { createServer } from 'node:net'

/** The system gives ports above this range to outgoing connections, so no connection takes the port of a test's server. */
const LOWEST = 12_000
const HIGHEST = 32_000
const given = new Set<number>()

/** A free TCP port on 127.0.0.1. Two calls in this process never return the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
