import { defineConfig } from 'vitest/config'

/** `EVENT_STORE_URL=esdb://… npm run test:contract`: the event store's contract on a real, empty server. */
export default defineConfig({
  test: {
    include: ['shared/kurrentdb/test-support/server-contract.ts'],
    globalSetup: ['shared/kurrentdb/test-support/require-empty-server.ts'],
    testTimeout: 60_000,
  },
})
