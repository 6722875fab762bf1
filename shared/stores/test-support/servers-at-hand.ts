import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const mongod = found('MONGOD', 'mongod')
export const redisServer = found('REDIS_SERVER', 'redis-server')

/** If a server is missing, its tests are skipped, with a message. In CI they fail. */
export const isTested = (program: string | undefined) => program !== undefined || process.env.CI === 'true'

/** Runs before all tests. */
export default function reportMissingServers() {
  if (!isTested(mongod)) console.warn(leftOut('MongoDB', 'mongod', 'MONGOD'))
  if (!isTested(redisServer)) console.warn(leftOut('Redis', 'redis-server', 'REDIS_SERVER'))
}

const leftOut = (name: string, program: string, variable: string) =>
  `Left out: the suites on a real ${name} (*.infra.test.ts). Put ${program} on the PATH, or name one in ${variable}, to run them.`

function found(variable: string, program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [process.env[variable] ?? '', ...folders.map((folder) => join(folder, program))].find(isExecutable)
}

function isExecutable(place: string) {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}
