import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      '*/src/**/*.test.ts',
      'shared/*/src/**/*.test.ts',
      'shared/*/test-support/**/*.test.ts',
      'gateway/acceptance/**/*.test.ts',
      'demo/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['shared/stores/test-support/servers-at-hand.ts'],
    // Most of the long files wait for a shop or a server of their own rather than compute.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
