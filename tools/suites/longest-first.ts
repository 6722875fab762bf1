import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { suiteOf, suites } from './suites.ts'

/** If one of these files started last, the whole run would wait for it. */
const LONGEST = [
  'tests/acceptance/distributed.infra.test.ts',
  'tools/labs/simulation/simulate.test.ts',
  'tools/labs/crash/crash-lab.test.ts',
  'tests/acceptance/resilience.infra.test.ts',
]

/** The longest files start first, and the suites that run alone start last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: rankOf(file) }))
    return ranked.toSorted((one, other) => one.rank - other.rank).map(({ file }) => file)
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId)
  const longest = LONGEST.indexOf(path)
  if (longest >= 0) return longest
  const suite = suiteOf(path)
  const after = LONGEST.length + suites.length
  if (suite?.alone) return 2 * after
  const late = suite ? suites.length - suites.indexOf(suite) : 0
  return project.config.isolate || suite?.isBundled ? LONGEST.length + late : after + late
}
