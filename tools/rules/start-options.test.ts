import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }

const limitsIn = (text: string) => (text.match(/MALLOC_ARENA_MAX=\d+|--[\w-]+=\d+/g) ?? []).toSorted()

test('the images run Node with the same options as npm start', () => {
  const [environment = ''] = /^ENV .*NODE_OPTIONS=.*$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const limits = limitsIn(packageFile.scripts.start)
  expect(limits.length).toBeGreaterThan(2)
  expect(limitsIn(environment)).toEqual(limits)
})
