import { spawnRoom } from './room-process.ts'
import { ADMIN } from './shop.ts'

/** Starts the embedded shop as a separate process, by default without pages. */
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
