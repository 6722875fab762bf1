import { Session } from 'node:inspector/promises'

const ROOT = new URL('../../', import.meta.url).href
const NOT_OF_THE_SHOP = /^(tests|tools)\/|node_modules\/|\.test\.ts\b/

/** Watches which functions of the shop run. The shop must run in this process. */
export async function watchFunctions() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  async function calledBy(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const called = result.flatMap(({ url, functions }) => {
      const file = url.slice(ROOT.length)
      if (!url.startsWith(ROOT) || NOT_OF_THE_SHOP.test(file)) return []
      return functions
        .filter(({ ranges: [whole] }) => whole!.count > 0)
        .map(({ functionName, ranges: [whole] }) => `${file} ${functionName} ${whole!.startOffset}`)
    })
    return new Set(called)
  }

  return {
    /**
     * The functions that `work` calls every time, each as `<file> <name> <place>`. Functions of the shop's background work are not among
     * them, unless the shop is so busy that they run every time. Calls of `prepare` do not count.
     */
    async alwaysCalledBy(work: () => Promise<unknown>, prepare = async () => {}): Promise<readonly string[]> {
      await prepare()
      let always = await calledBy(work)
      for (let n = 0; n < 5; n++) {
        await prepare()
        always = always.intersection(await calledBy(work))
      }
      return [...always]
    },
    end: () => session.disconnect(),
  }
}

export const filesOf = (functions: readonly string[]) => new Set(functions.map((one) => one.split(' ')[0]!))
