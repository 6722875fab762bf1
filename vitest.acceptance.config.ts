import { defineConfig } from 'vitest/config'

const files = [
  'documented-calls',
  'authorisation',
  'attacks',
  'raw-sockets',
  'uploads',
  'browser-journey',
  'browser-admin',
]

/** `npm run test:acceptance`: documented calls, matrix, attacks and journeys on one shop; gateway/acceptance/one-shop.ts says on which. */
export default defineConfig({
  test: {
    include: files.map((file) => `gateway/acceptance/${file}.test.ts`),
    globalSetup: ['gateway/acceptance/one-shop.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
