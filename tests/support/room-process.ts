import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }

const READY_WITHIN_MS = 120_000
/** `npm start` loads it too. Without it, a start would take twice as long. */
const FASTER_START = import.meta.resolve('@shop/server/faster-start.mjs')
const QUICK_HASHES = import.meta.resolve('@shop/command-service/test-support/quick-hashes')
/** The options of `npm start` for Node and for the memory outside of its heap. The images have the same. */
const OPTIONS = packageFile.scripts.start.match(/--[\w-]+=\d+/g) ?? []
const MEMORY = Object.fromEntries(
  [...packageFile.scripts.start.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
)

/** Processes that are killed when this process ends, also if the test run is interrupted. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

export type RoomProcess = ReturnType<typeof spawnRoom>

/** Starts a part of the shop as a separate process that can be killed. */
export function spawnRoom(command: string, port: number, environment: Record<string, string>, cwd = process.cwd()) {
  const child: ChildProcess = spawn(
    process.execPath,
    [...OPTIONS, '--import', FASTER_START, '--import', QUICK_HASHES, ...command.split(' ')],
    {
      env: { ...process.env, ...MEMORY, ANALYSIS: 'off', PORT: String(port), ...environment },
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  started.add(child)
  child.once('exit', () => started.delete(child))
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  async function ready(withinMs = READY_WITHIN_MS) {
    const begunMs = performance.now()
    while (performance.now() - begunMs < withinMs) {
      if (hasEnded()) throw new Error(`${command} ended at start:\n${output}`)
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      if (answer?.status === 200) return performance.now() - begunMs
      await sleep(20)
    }
    throw new Error(`${command} is not ready:\n${output}`)
  }

  /** Waits until the process has ended with this exit code. Resolves with its output. */
  async function failed(expected = 1) {
    const [code] = await exited
    if (code !== expected) throw new Error(`${command} ended with ${code}:\n${output}`)
    return output
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    child.kill(signal)
    const [code] = await exited
    return code
  }

  return {
    url,
    pid: child.pid ?? 0,
    startedMs,
    ready,
    failed,
    end,
    exited,
    hasEnded,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    output: () => output,
  }
}
