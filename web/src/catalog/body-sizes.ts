/** TABLE: the body measures of each size in cm: chest, waist and hips. Unisex pieces use the sizes for men. */
const bodies = {
  Women: { XS: [82, 64, 90], S: [88, 70, 96], M: [94, 76, 102], L: [100, 82, 108], XL: [108, 90, 116] },
  Men: { XS: [86, 72, 88], S: [92, 78, 94], M: [98, 84, 100], L: [104, 90, 106], XL: [112, 98, 114] },
} satisfies Record<string, Record<string, Body>>

type Body = readonly [chest: number, waist: number, hips: number]
const measured = ['Chest', 'Waist', 'Hips'] as const

const needed: Readonly<Record<string, readonly (typeof measured)[number][]>> = {
  'Top Wear': ['Chest', 'Waist'],
  'Bottom Wear': ['Waist', 'Hips'],
  Outerwear: ['Chest', 'Waist'],
}

export type SizeTable = {
  columns: readonly string[]
  /** In cm, in the order of the columns. */
  rows: readonly { size: string; cm: readonly number[] }[]
}

/** Undefined for a category or sizes without measures. */
export function sizeTableOf({
  category,
  gender,
  sizes,
}: {
  category: string
  gender: string
  sizes: readonly string[]
}) {
  const columns = needed[category]
  const ofGender: Readonly<Record<string, Body>> = gender === 'Women' ? bodies.Women : bodies.Men
  const rows = sizes.flatMap((size) => {
    const body = ofGender[size.toUpperCase()]
    return body && columns ? [{ size, cm: columns.map((column) => body[measured.indexOf(column)] ?? 0) }] : []
  })
  return columns && rows.length > 0 ? ({ columns, rows } satisfies SizeTable) : undefined
}

/** Rounded to half inches. */
export const inInches = (cm: number) => Math.round((cm / 2.54) * 2) / 2
