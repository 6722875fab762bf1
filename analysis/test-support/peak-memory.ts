import { readFileSync } from 'node:fs'

/** Short enough to find a process that runs for a second. The system itself records the peak of each process. */
const LOOK_EVERY_MS = 20

/** The peak memory of a process, in MiB; undefined for a process that has ended. Linux only (`/proc`). */
export function peakOf(pid: number | string): number | undefined {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readOrNothing(`/proc/${pid}/status`)) ?? []
  return kib === undefined ? undefined : Number(kib) / 1024
}

/** Linux only. */
export const childrenOf = (pid: number | string): readonly string[] =>
  readOrNothing(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)

/** Watches the children that a process starts after this call. The returned function ends the watch and returns the highest peak in MiB. */
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
