import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of one file each test waits for the one before it: begun last, it would run on alone for minutes. */
const LONGEST = ['gateway/acceptance/distributed.infra.test.ts', 'gateway/acceptance/resilience.infra.test.ts']

/** As Vitest orders files, by their suites and sizes, but the longest before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return rank < 0 ? LONGEST.length : rank
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
