import { type ServerProcess, startServerProcess } from '@shop/stores/test-support/server-process'
import { isTested, redisServer } from '@shop/stores/test-support/servers-at-hand'
import { Redis } from 'ioredis'

export const hasRedis = isTested(redisServer)

export type RedisServer = ServerProcess & {
  url: (database?: number) => string
  flush: () => Promise<void>
}

/** `users`: the words of the server's `user` settings. */
export async function startRedis(users: readonly (readonly string[])[] = []): Promise<RedisServer> {
  if (!redisServer) throw new Error('redis-server is neither named in REDIS_SERVER nor on the PATH')
  const server = await startServerProcess({
    name: 'redis-server',
    path: redisServer,
    args: (port, folder) => [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'],
      ...users.flatMap((words) => ['--user', ...words]),
    ],
    isReady: answers,
  })
  return {
    ...server,
    url: (database = 0) => `redis://127.0.0.1:${server.port}/${database}`,
    async flush() {
      const client = new Redis({ port: server.port })
      await client.flushall()
      client.disconnect()
    },
  }
}

async function answers(port: number) {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null, enableReadyCheck: false })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } finally {
    client.disconnect()
  }
}
