import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const READY_WITHIN_MS = 30_000
const MOST_LOOKS = 10_000

type Program = Readonly<{
  name: string
  path: string
  args: (port: number, folder: string) => readonly string[]
  /** Throws or returns false until the server on this port is ready. */
  isReady: (port: number) => Promise<boolean>
}>

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/** A real server on a free port with its own folder. */
export async function startServerProcess({ name, path, args, isReady }: Program) {
  const folder = mkdtempSync(join(tmpdir(), `selvedge-${name}-`))
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start() {
    child = spawn(path, args(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = createWriteStream(join(folder, 'output'), { flags: 'a' })
    child.stdout?.pipe(output)
    child.stderr?.pipe(output)
    const endsAt = performance.now() + READY_WITHIN_MS
    while (!(await isReady(port).catch(() => false))) {
      if (hasEnded(child)) throw new Error(`${name} has ended with ${child.exitCode ?? child.signalCode}`)
      if (performance.now() > endsAt) throw new Error(`${name} did not answer within ${READY_WITHIN_MS} ms`)
      await sleep(50)
    }
  }

  async function end(signal: NodeJS.Signals = 'SIGTERM') {
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  // A test run that is interrupted must not leave a process.
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    port,
    folder,
    end,
    start,
    /** For SIGSTOP, waits until the process has stopped. */
    signal(signal: NodeJS.Signals) {
      child?.kill(signal)
      for (let looks = 0; signal === 'SIGSTOP' && looks < MOST_LOOKS && !standsStill(child?.pid); looks++);
    },
    async remove() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether the process is stopped. Without /proc this is unknown, and assumed to be true. */
function standsStill(pid: number | undefined): boolean {
  try {
    return / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')
  } catch {
    return true
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
