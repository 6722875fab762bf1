import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from './shop.ts'

const READY_WITHIN_MS = 30_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** The shop as a process of its own, that can be killed. */
export async function spawnShop(folder: string, port: number, environment: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ['embedded.ts', '--without-web'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const url = `http://127.0.0.1:${port}`

  async function ready() {
    const started = performance.now()
    while (performance.now() - started < READY_WITHIN_MS) {
      if (child.exitCode !== null) throw new Error(`the shop ended at start:\n${output}`)
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      if (answer?.status === 200) return performance.now() - started
      await sleep(20)
    }
    throw new Error(`the shop is not ready:\n${output}`)
  }

  /** What it said, once it has ended by itself with an error. */
  async function failed() {
    const [code] = await exited
    if (code !== 1) throw new Error(`the shop ended with ${code}:\n${output}`)
    return output
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    child.kill(signal)
    const [code] = await exited
    return code
  }

  return { url, ready, failed, end, output: () => output }
}
