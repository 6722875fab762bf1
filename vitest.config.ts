import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BudgetReporter } from './tools/suites/budget-reporter.ts'
import { LongestFirst } from './tools/suites/longest-first.ts'
import { modes, projectsOf } from './tools/suites/suites.ts'

const own = {
  exclude: [...configDefaults.exclude, 'data/**', 'tools/{lighthouse,lint,markup,openapi}/node_modules/**'],
  // What Node has compiled once is kept for the next process that a test starts: half of a start.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
  setupFiles: ['tools/suites/tell-through-the-console.ts', 'command-service/src/test-support/quick-hashes.ts'],
  // No test judges by these: each waits for a condition, and a limit ends what hangs. A busy machine may take its time.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // What a test prints, and what the shop tells its operator meanwhile, is shown when the test fails. All: --silent=false
  silent: 'passed-only' as const,
}

/** All of it: `npm test`. `--mode acceptance` and `--mode contract` try a shop or a log server that an address names. */
export default defineConfig(({ mode }) =>
  isMode(mode)
    ? { test: { ...own, ...modes[mode], fileParallelism: false, experimental: { viteModuleRunner: false } } }
    : {
        test: {
          ...own,
          projects: projectsOf(process.argv.some((word) => word.startsWith('--project'))).map(
            ({ name, include, exclude, sharesModules, isBundled, alone }) => ({
              test: {
                name,
                isolate: !sharesModules,
                experimental: { viteModuleRunner: isBundled ?? false },
                include: [...include],
                exclude: [...own.exclude, ...exclude],
                ...(alone && { fileParallelism: false, sequence: { groupOrder: 1 } }),
              },
            }),
          ),
          globalSetup: ['shared/stores/test-support/servers-at-hand.ts', 'tools/suites/tools-at-hand.ts'],
          // Most of the long files wait for a shop or a server of their own rather than compute.
          maxWorkers: 5,
          sequence: { sequencer: LongestFirst },
          reporters: ['default', new BudgetReporter()],
        },
      },
)

const isMode = (mode: string): mode is keyof typeof modes => Object.hasOwn(modes, mode)
