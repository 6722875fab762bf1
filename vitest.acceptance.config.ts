import { defineConfig } from 'vitest/config'

/** `npm run test:acceptance`: documented calls, matrix, attacks and journeys on one shop; gateway/acceptance/one-shop.ts says on which. */
export default defineConfig({
  test: {
    include: ['gateway/acceptance/**/*.test.ts'],
    // These start shops of their own, to break them or to be slowed down.
    exclude: ['**/*.infra.test.ts', '**/restart.test.ts', '**/room-starts.test.ts', '**/upload-limits.test.ts'],
    globalSetup: ['gateway/acceptance/one-shop.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
