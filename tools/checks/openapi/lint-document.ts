import { text } from 'node:stream/consumers'
import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Lints the OpenAPI document on standard input. */
const config = await createConfig({
  extends: ['recommended-strict'],
  // The two health probes have no refusals. `document.test.ts` checks all other calls.
  rules: { 'operation-4xx-response': 'off' },
})
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config })
for (const { severity, ruleId, message, location } of problems)
  process.stdout.write(`${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}\n`)
process.stdout.write(`${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
