import type { Reporter, TestModule } from 'vitest/node'
import { type Suite, suiteOf, suites } from './suites.ts'

/**
 * A suite is too slow if its share of the whole run is more than this many times its planned share. Shares are compared, and not seconds,
 * because on a slow machine all suites take longer.
 */
const MARGIN = 2

export type Spent = Readonly<{ suite: Suite; seconds: number; isTooSlow: boolean }>

/** The time that each suite took, and whether it was too slow. Suites that did not run are left out. */
export function spentOn(durations: readonly Readonly<{ suite: string; ms: number }>[]): readonly Spent[] {
  const ran = suites.filter(({ name }) => durations.some((one) => one.suite === name))
  const spent = ran.map((suite) => {
    const own = durations.filter((one) => one.suite === suite.name)
    return { suite, seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000 }
  })
  const all = spent.reduce((sum, { seconds }) => sum + seconds, 0)
  const budget = ran.reduce((sum, { budgetSeconds }) => sum + budgetSeconds, 0)
  return spent.map((one) => ({
    ...one,
    isTooSlow: one.seconds / all > (MARGIN * one.suite.budgetSeconds) / budget,
  }))
}

/**
 * Prints, after all tests, the time of each suite beside its budget. A suite that is too slow does not fail the run, because the time
 * depends on the machine.
 */
export class BudgetReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const spent = spentOn(
      modules.map((one) => ({ suite: suiteOf(one.relativeModuleId)?.name ?? '', ms: durationOf(one) })),
    )
    // A suite is judged only in CI. People often run only a part of a suite, and then the suite's share of the run says nothing.
    const isJudged = process.env.CI === 'true'
    for (const { suite, seconds, isTooSlow } of spent) {
      const verdict = isJudged && isTooSlow ? `, more than ${MARGIN} times its share` : ''
      console.info(`${suite.name}: ${seconds.toFixed(0)} of ${suite.budgetSeconds} s${verdict}`)
    }
  }
}

function durationOf(module: TestModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
