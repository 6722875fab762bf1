import { readFileSync } from 'node:fs'

/** The most memory that a process has had (proc(5)), in bytes. */
export function memoryOf(pid: number): number {
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kib) * 1024
}
