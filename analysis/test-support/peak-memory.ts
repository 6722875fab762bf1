import { readFileSync } from 'node:fs'

/** Often enough that a process which lives for a second is seen. A peak is kept by the system: the last look has it. */
const LOOK_EVERY_MS = 20

/** The most memory that a process has had, in MiB; undefined of one that has ended. Linux only (`/proc`). */
export function peakOf(pid: number | string): number | undefined {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readOrNothing(`/proc/${pid}/status`)) ?? []
  return kib === undefined ? undefined : Number(kib) / 1024
}

/** The processes that a process has begun and that live. Linux only. */
export const childrenOf = (pid: number | string): readonly string[] =>
  readOrNothing(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)

/** Watches what the processes have at most that another begins, until it is asked: then it says the highest, in MiB. */
export function watchChildrenOf(pid: number | string): () => number {
  const before = new Set(childrenOf(pid))
  let highest = 0
  const look = () => {
    for (const child of childrenOf(pid)) if (!before.has(child)) highest = Math.max(highest, peakOf(child) ?? 0)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => {
    look()
    clearInterval(timer)
    return highest
  }
}

function readOrNothing(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
