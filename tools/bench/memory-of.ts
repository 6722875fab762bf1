import { readFileSync } from 'node:fs'

/** In bytes (proc(5)): `now`, or the `most` that the process has ever had. */
export function memoryOf(pid: number, which: 'now' | 'most' = 'most'): number {
  const field = which === 'now' ? /VmRSS:\s+(\d+) kB/ : /VmHWM:\s+(\d+) kB/
  const [, kib] = field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kib) * 1024
}
