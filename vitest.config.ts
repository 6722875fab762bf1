import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      '*/src/**/*.test.ts',
      'shared/test-support/**/*.test.ts',
      'gateway/acceptance/**/*.test.ts',
      'demo/**/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
