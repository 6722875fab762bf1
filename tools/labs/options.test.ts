import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { numberOptions } from './options.ts'

test('options can be written in two ways, and missing options have presets', () => {
  const presets = { kills: 200, seed: 7, events: 5 }
  expect(numberOptions('lab:crash', presets, ['--kills', '20', '--seed=0'])).toEqual({ kills: 20, seed: 0, events: 5 })
})

test.each([
  ['tools/labs/crash/main.ts', 'lab:crash -- [--kills 200] [--shoppers 50]', ['--kils', '3']],
  ['tools/labs/power-loss/main.ts', 'lab:power-loss -- [--tails 1000]', ['--tails=many']],
  ['tools/labs/simulation/main.ts', 'lab:simulate -- [--seeds 10000]', ['--seed', '-1']],
  ['tools/labs/simulation/main.ts', 'lab:simulate', ['4711']],
  ['tools/labs/simulation/main.ts', 'lab:simulate', ['--seeds=']],
])('%s only prints its usage if it gets unknown words: %s', (program, usage, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(`Usage: npm run ${usage}`),
  })
})
