import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = new URL('../../', import.meta.url).href
const TIMES = 15
/** Timers do not run equally often in equal times. */
const TIMES_AS_OFTEN = 2
const NOT_OF_THE_SHOP = /^(tests|tools)\/|node_modules\/|\.test\.ts\b/

/** How often each function was called. */
type Calls = ReadonlyMap<string, number>

/** Watches which functions of the shop run. The shop must run in this process. */
export async function watchFunctions() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  async function callsIn(work: () => Promise<unknown>): Promise<Calls> {
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const calls = result.flatMap(({ url, functions }) => {
      const file = url.slice(ROOT.length)
      if (!url.startsWith(ROOT) || NOT_OF_THE_SHOP.test(file)) return []
      return functions
        .filter(({ ranges: [whole] }) => whole!.count > 0)
        .map(
          ({ functionName, ranges: [whole] }) =>
            [`${file} ${functionName} ${whole!.startOffset}`, whole!.count] as const,
        )
    })
    return new Map(calls)
  }

  return {
    /** The functions that `work` calls, each as `<file> <name> <place>`. Calls of `prepare` do not count. */
    async calledBy(work: () => Promise<unknown>, prepare = async () => {}): Promise<readonly string[]> {
      const times: Calls[] = []
      let tookMs = 0
      for (let n = 0; n < TIMES; n++) {
        await prepare()
        const startedMs = performance.now()
        times.push(await callsIn(work))
        tookMs += performance.now() - startedMs
      }
      const idle = await callsIn(() => sleep(tookMs))
      return calledEachTime(times, idle)
    },
    end: () => session.disconnect(),
  }
}

/**
 * The functions that were called each time. One time may differ, because a job can be faster than a request. Leaves out the functions that
 * the shop called more than half as often in the same time without work (`idle`).
 */
export function calledEachTime(times: readonly Calls[], idle: Calls): readonly string[] {
  const all = new Set(times.flatMap((calls) => [...calls.keys()]))
  return [...all].filter((one) => {
    const counts = times.flatMap((calls) => calls.get(one) ?? [])
    const count = counts.reduce((sum, more) => sum + more)
    return counts.length >= times.length - 1 && count >= TIMES_AS_OFTEN * (idle.get(one) ?? 0)
  })
}

export const filesOf = (functions: readonly string[]) => new Set(functions.map((one) => one.split(' ')[0]!))
