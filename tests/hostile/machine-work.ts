import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const WATCHED_MS = 700

/** The share of the machine's processor time that all programs together use now, from 0 to 1. */
export async function shareOfMachineInUse(): Promise<number> {
  const before = jiffies()
  await sleep(WATCHED_MS)
  const after = jiffies()
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
}

/** The columns of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
function jiffies() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0] = fields
  return { idle: idle + waiting, all: fields.reduce((sum, field) => sum + field, 0) }
}
