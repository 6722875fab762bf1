import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { benches } from './main.ts'
import { numberOptions } from './options.ts'

const start = (program: string, words: readonly string[]) =>
  new Promise((resolve) => {
    const started = execFile(process.execPath, [program, ...words], (_, stdout, stderr) =>
      resolve({ code: started.exitCode, stdout, stderr }),
    )
  })

test('options can be written in two ways, and missing options have presets', () => {
  const presets = { kills: 200, seed: 7, events: 5 }
  expect(numberOptions('npm run lab:crash --', presets, ['--kills', '20', '--seed=0'])).toEqual({
    kills: 20,
    seed: 0,
    events: 5,
  })
})

const labs = [
  ['tools/labs/crash/main.ts', 'lab:crash -- [--kills 200] [--shoppers 50]', ['--kils', '3']],
  ['tools/labs/power-loss/main.ts', 'lab:power-loss -- [--tails 1000]', ['--tails=many']],
  ['tools/labs/simulation/main.ts', 'lab:simulate -- [--seeds 10000]', ['--seed', '-1']],
  ['tools/labs/simulation/main.ts', 'lab:simulate', ['4711']],
  ['tools/labs/simulation/main.ts', 'lab:simulate', ['--seeds=']],
  ['tools/bench/main.ts', 'bench -- rebuild [--orders 100000]', ['rebuild', '--order', '3']],
] as const

test.each(labs)('%s only prints its usage if it gets unknown words: %s', async (program, usage, words) => {
  const stderr = expect.stringContaining(`Usage: npm run ${usage}`)
  expect(await start(program, words)).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  ...labs.slice(0, 3).map(([program, usage]) => [program, [], usage] as const),
  ...Object.keys(benches).map((name) => ['tools/bench/main.ts', [name], `bench -- ${name}`] as const),
  ['tools/bench/main.ts', [], 'bench -- <command>'],
] as const)('%s %j --help only prints its usage', async (program, words, usage) => {
  const stdout = expect.stringContaining(`Usage: npm run ${usage}`)
  expect(await start(program, [...words, '--help'])).toEqual({ code: 0, stdout, stderr: '' })
})
