import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` again and again, with pauses of `everyMs`, until `signal` aborts. A pause does not keep the process alive. */
export async function repeatedly(work: () => Promise<unknown>, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await work()
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
