import { readFileSync } from 'node:fs'

/** Returns bytes (proc(5)). `most`: the most memory that the process has had so far. */
export function memoryOf(pid: number, which: 'now' | 'most' = 'most'): number {
  const field = which === 'now' ? /VmRSS:\s+(\d+) kB/ : /VmHWM:\s+(\d+) kB/
  const [, kib] = field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kib) * 1024
}
