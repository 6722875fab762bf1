import { median } from './median.ts'

/** The name of each figure contains its unit (`eventsRead`, `cpuMs`, `heapMB`). */
export type Figures = Readonly<Record<string, number>>

export type Side = Readonly<{ name: string; run: () => Figures | Promise<Figures> }>

export type Comparison = Readonly<{
  title: string
  rounds: number
  /** `ratios`: to the first side's medians. There is no ratio to zero. */
  sides: readonly Readonly<{ name: string; medians: Figures; ratios: Figures }>[]
}>

export type Plan = Readonly<{ title: string; sides: readonly [Side, ...Side[]]; rounds?: number; warmUps?: number }>

/** Every second round has the opposite order, so that a machine that gets warm slows all sides in the same way. */
export async function compare({ title, sides, rounds = 5, warmUps = 1 }: Plan): Promise<Comparison> {
  const measured = new Map(sides.map((side) => [side, [] as Figures[]]))
  for (let round = -warmUps; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await side.run()
      if (round >= 0) measured.get(side)?.push(figures)
    }
  const medians = sides.map((side) => mediansOf(measured.get(side) ?? []))
  const [baseline = {}] = medians
  return {
    title,
    rounds,
    sides: sides.map(({ name }, index) => ({
      name,
      medians: medians[index] ?? {},
      ratios: ratiosOf(medians[index] ?? {}, baseline),
    })),
  }
}

export function toMarkdown({ title, rounds, sides }: Comparison): string {
  const names = [...new Set(sides.flatMap(({ medians }) => Object.keys(medians)))]
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `### ${title}`,
    '',
    row(['', ...names]),
    row(['---', ...names.map(() => '---:')]),
    ...sides.map(({ name, medians, ratios }, index) =>
      row([name, ...names.map((figure) => cellOf(medians[figure], index === 0 ? undefined : ratios[figure]))]),
    ),
    '',
    `Medians of ${rounds} interleaved rounds; in brackets: the ratio to the first row.`,
  ].join('\n')
}

const cellOf = (value: number | undefined, ratio: number | undefined) =>
  value === undefined ? '' : ratio === undefined ? rounded(value) : `${rounded(value)} (${rounded(ratio)} ×)`

export const rounded = (value: number) =>
  (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString('en-US')

const mediansOf = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))]),
  )

const ratiosOf = (medians: Figures, baseline: Figures): Figures =>
  Object.fromEntries(
    Object.entries(medians).flatMap(([name, value]) => {
      const first = baseline[name]
      return first ? [[name, value / first]] : []
    }),
  )
