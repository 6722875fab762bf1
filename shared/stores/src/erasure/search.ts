import { formsOf } from './value-forms.ts'

/** A value that was found: its number among the values, from 1, and the form it was found in. Never the value. */
export type Hit = Readonly<{ value: number; how: string }>

/** ASCII letters of either case are equal; a form of its own stands for other letters. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

type Needle = Hit & Readonly<{ bytes: Uint8Array; anyCase: boolean }>

/**
 * Looks for all forms of all values in one pass over the bytes: the first two bytes choose the few forms that may begin
 * there. Returns each value and form at most once.
 */
export function createSearch(values: readonly string[]): (bytes: Uint8Array) => readonly Hit[] {
  const byStart: (Needle[] | undefined)[] = new Array(0x1_0000)
  for (const [index, value] of values.entries())
    for (const { how, bytes, anyCase } of formsOf(value)) {
      const needle = { value: index + 1, how, bytes: anyCase ? bytes.map((byte) => FOLDED[byte]!) : bytes, anyCase }
      const start = startOf(bytes, 0)
      byStart[start] = [...(byStart[start] ?? []), needle]
    }

  return (bytes) => {
    const found = new Map<string, Hit>()
    for (let at = 0; at < bytes.length - 1; at += 1) {
      const possible = byStart[startOf(bytes, at)]
      if (!possible) continue
      for (const needle of possible)
        if (begins(bytes, at, needle))
          found.set(`${needle.value} ${needle.how}`, { value: needle.value, how: needle.how })
    }
    return [...found.values()]
  }
}

const startOf = (bytes: Uint8Array, at: number) => (FOLDED[bytes[at]!]! << 8) | FOLDED[bytes[at + 1]!]!

function begins(bytes: Uint8Array, at: number, { bytes: wanted, anyCase }: Needle) {
  if (at + wanted.length > bytes.length) return false
  for (let index = 0; index < wanted.length; index += 1) {
    const byte = bytes[at + index]!
    if ((anyCase ? FOLDED[byte] : byte) !== wanted[index]) return false
  }
  return true
}
