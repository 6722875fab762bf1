import type { Reporter, TestModule } from 'vitest/node'

/** Of all tests so many may need a second try: one that meets a busy machine, not a change that makes tests shaky. */
const MOST = 5

/** Of what a browser waited for in vain the third line says what it was. */
const MOST_LINES = 3

/** In CI a test that fails is tried once more; says at the end which ones passed only then. More than `MOST` fail the run. */
export class SecondTryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const said = secondTries(modules)
    for (const line of said.lines) console.info(line)
    if (process.env.CI === 'true' && said.areTooMany) process.exitCode = 1
  }
}

/** The tests that passed at their second try, a line each with why the first had failed. */
export function secondTries(modules: readonly Pick<TestModule, 'children'>[]) {
  const tests = modules.flatMap(({ children }) => [...children.allTests('passed')])
  const lines = tests.flatMap((test) => {
    if (!test.diagnostic()?.flaky) return []
    const { message = '', stacks } = test.result().errors?.[0] ?? {}
    const lines = stacks?.filter(({ file }) => !file.includes('node_modules')).map(({ line }) => line) ?? []
    const why = message.split('\n', MOST_LINES).join(' ')
    return `passed at the second try only: ${test.module.relativeModuleId}:${lines.at(-1) ?? ''} > ${test.fullName}: ${why}`
  })
  const areTooMany = lines.length > MOST
  return { lines: areTooMany ? [...lines, `${lines.length} second tries, of at most ${MOST}`] : lines, areTooMany }
}
