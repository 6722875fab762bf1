import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSide } from './command-side.ts'
import { compare, type Side, toMarkdown } from './compare.ts'
import { report } from './report.ts'

/** A side that returns one of these values in each run, in order. */
function sideOf(name: string, values: readonly number[], order: string[] = []): Side {
  let run = 0
  return {
    name,
    run: () => {
      order.push(name)
      return { cpuMs: values[run++ % values.length] ?? 0 }
    },
  }
}

test('medians are compared, so one slow run does not change the result', async () => {
  const { sides } = await compare({
    title: 'Two ways',
    sides: [sideOf('old', [10, 900, 10]), sideOf('new', [5, 4, 600])],
    rounds: 3,
    warmUps: 0,
  })
  expect(sides).toEqual([
    { name: 'old', medians: { cpuMs: 10 }, ratios: { cpuMs: 1 } },
    { name: 'new', medians: { cpuMs: 5 }, ratios: { cpuMs: 0.5 } },
  ])
})

test('the sides take turns, in the opposite order in every second round, and a warm-up is not counted', async () => {
  const order: string[] = []
  const sides = [sideOf('a', [99, 1, 1, 1, 1], order), sideOf('b', [99, 3, 1, 2, 5], order)] as const
  const comparison = await compare({ title: '', sides, rounds: 4, warmUps: 1 })
  expect(order.join('')).toBe('baabbaabba')
  expect(comparison.sides.map(({ medians }) => medians.cpuMs)).toEqual([1, 2.5])
})

test('the table shows each figure beside its ratio to the first side', async () => {
  const comparison = await compare({ title: 'Rebuild', sides: [sideOf('old', [1234]), sideOf('new', [400.4])] })
  expect(toMarkdown(comparison)).toContain('| old | 1,234 |\n| new | 400 (0.324 ×) |')
})

test('a command is measured by its wall time and by the figures in its last line', async () => {
  const { wallMs, events } = await commandSide('one', `echo starting; echo '{"events":42,"name":"x"}'`).run()
  expect(wallMs).toBeGreaterThan(0)
  expect(events).toBe(42)
  await expect(commandSide('broken', 'exit 3').run()).rejects.toThrow()
})

test('a comparison is appended as a line of JSON to the named file', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-bench-'))
  const file = join(folder, 'figures.jsonl')
  const comparison = await report({ title: 'One', sides: [sideOf('a', [1])], rounds: 1 }, ['--json', file])
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(comparison)
  await rm(folder, { recursive: true })
})
