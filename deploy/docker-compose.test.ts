import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const BASE = ['-f', 'docker-compose.yml']
const CLUSTER = [...BASE, '-f', 'deploy/docker-compose.cluster.yml']

const hasCompose = (() => {
  try {
    execFileSync('docker-compose', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return process.env.CI === 'true'
  }
})()
if (!hasCompose) console.warn('Left out: the check of the compose files. Install docker-compose to run it.')

describe.runIf(hasCompose)('docker-compose', () => {
  test.each([
    ['one of each room', BASE, 8],
    ['three log servers and databases, two of each room', CLUSTER, 15],
  ])('reads %s without a complaint', async (_, files, services) => {
    const compose = (...command: string[]) => promisify(execFile)('docker-compose', [...files, ...command])
    const { stderr } = await compose('config', '--quiet')
    expect(stderr).toBe('')
    expect((await compose('config', '--services')).stdout.trim().split('\n')).toHaveLength(services)
  })
})

describe('the files', () => {
  const text = ['docker-compose.yml', 'deploy/docker-compose.cluster.yml']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  test('start rooms that there are', () => {
    const started = [...text.matchAll(/"node", "([^"]+\.ts)"/g)].map(([, file = '']) => file)
    expect(new Set(started).size).toBe(5)
    expect(started.filter((file) => !existsSync(file))).toEqual([])
  })

  test('use nothing that an older docker-compose refuses', () => {
    expect(text).not.toMatch(/^(version|name|include):|start_interval|restart: true|pids:/m)
  })
})
