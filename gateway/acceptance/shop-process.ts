import { once } from 'node:events'
import { createServer } from 'node:net'
import { spawnRoom } from './room-process.ts'
import { ADMIN } from './shop.ts'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Starts the embedded shop as a process of its own, without pages unless they are asked for. */
export const spawnShop = (
  folder: string,
  port: number,
  environment: Record<string, string> = {},
  { web = false }: { web?: boolean } = {},
) =>
  spawnRoom(`embedded/src/main.ts${web ? '' : ' --without-web'}`, port, {
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  })
