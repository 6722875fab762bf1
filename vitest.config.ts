import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/suites/longest-first.ts'
import { modes, projectsOf } from './tools/suites/suites.ts'

const own = {
  exclude: [...configDefaults.exclude, 'data/**', 'tools/checks/node_modules/**'],
  // Processes start faster with this cache of compiled code.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
  setupFiles: ['tools/suites/log-through-console.ts', 'command-service/src/test-support/quick-hashes.ts'],
  // Tests wait for conditions. Even on a busy machine, only a hanging test reaches a limit.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // `--silent=false` also shows the output of tests that pass.
  silent: 'passed-only' as const,
}

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
          // Most long files wait for a shop or a server rather than compute.
          maxWorkers: 5,
          sequence: { sequencer: LongestFirst },
        },
      },
)

const isMode = (mode: string): mode is keyof typeof modes => Object.hasOwn(modes, mode)
