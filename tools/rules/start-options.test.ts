import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }

const limitsIn = (text: string) => (text.match(/MALLOC_\w+=\d+|--[\w-]+=\d+/g) ?? []).toSorted()

/** It only makes a start faster, and NODE_OPTIONS may not have it. */
const isForStart = (limit: string) => limit.startsWith('--min-semi-space-size=')

test('the images run Node with the same options as npm start', () => {
  const [environment = ''] = /^ENV .*NODE_OPTIONS=.*$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const limits = limitsIn(packageFile.scripts.start).filter((limit) => !isForStart(limit))
  expect(limits.length).toBeGreaterThan(2)
  expect(limitsIn(environment)).toEqual(limits)
})
