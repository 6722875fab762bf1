import { spawnRoom } from './room-process.ts'
import { ADMIN } from './shop.ts'

/** Starts the shop in one process, separate from the test's process. By default the shop has no pages. */
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
