import type { Reporter, TestModule } from 'vitest/node'
import { type Suite, suites } from './suites.ts'

/** A busy machine takes twice the time for the same work: only a suite that takes this much of its budget is too slow. */
const MARGIN = 3

export type Spent = Readonly<{ suite: Suite; seconds: number; isTooSlow: boolean }>

/** What each suite took, of those that ran. */
export function spentOn(durations: readonly Readonly<{ suite: string; ms: number }>[]): readonly Spent[] {
  return suites.flatMap((suite) => {
    const own = durations.filter((one) => one.suite === suite.name)
    const seconds = own.reduce((sum, { ms }) => sum + ms, 0) / 1000
    return own.length > 0 ? [{ suite, seconds, isTooSlow: seconds > suite.budgetSeconds * MARGIN }] : []
  })
}

/** Says at the end what each suite took of its budget. In CI a suite that is too slow fails the run. */
export class BudgetReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const spent = spentOn(modules.map((one) => ({ suite: one.project.name, ms: durationOf(one) })))
    for (const { suite, seconds, isTooSlow } of spent)
      console.info(`${suite.name}: ${seconds.toFixed(0)} of ${suite.budgetSeconds} s${isTooSlow ? ', too slow' : ''}`)
    if (process.env.CI === 'true' && spent.some(({ isTooSlow }) => isTooSlow)) process.exitCode = 1
  }
}

function durationOf(module: TestModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
