import { formsOf } from './value-forms.ts'

/** `value`: the number of a searched value, from 1. A hit never contains the value itself. */
export type Hit = Readonly<{ value: number; how: string }>

/** Maps ASCII capitals to small letters. Other capitals and small letters are separate forms. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/** `standsAlone`: the needle counts only as a whole word, because longer numbers and hashes contain a short number by chance. */
type Needle = Hit & Readonly<{ bytes: Uint8Array; anyCase: boolean; standsAlone: boolean }>

/** The returned function searches bytes for all forms of all values, and returns each value and form at most once. */
export function createSearch(values: readonly string[]): (bytes: Uint8Array) => readonly Hit[] {
  const byStart: (Needle[] | undefined)[] = new Array(0x1_0000)
  for (const [index, value] of values.entries())
    for (const { how, bytes, anyCase } of formsOf(value)) {
      const wanted = anyCase ? bytes.map((byte) => FOLDED[byte]!) : bytes
      const standsAlone = how === 'as text' && /^\d+$/.test(value)
      const needle = { value: index + 1, how, bytes: wanted, anyCase, standsAlone }
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

function begins(bytes: Uint8Array, at: number, { bytes: wanted, anyCase, standsAlone }: Needle) {
  if (at + wanted.length > bytes.length) return false
  for (let index = 0; index < wanted.length; index += 1) {
    const byte = bytes[at + index]!
    if ((anyCase ? FOLDED[byte] : byte) !== wanted[index]) return false
  }
  return !standsAlone || isWord(bytes[at - 1], bytes[at + wanted.length])
}

const codesOf = (signs: string): ReadonlySet<number | undefined> => new Set(Buffer.from(signs))
const PARTS = codesOf('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-.')
const BEFORE_A_NUMBER = codesOf(':[,')
const AFTER_A_NUMBER = codesOf(',}]')

/**
 * Whether the digits between two bytes are a word. A JSON number is not a word: personal values are texts, and JSON puts texts in quotation
 * marks. A byte is undefined at the start or the end of the searched bytes.
 */
function isWord(before: number | undefined, after: number | undefined) {
  if (PARTS.has(before) || (PARTS.has(after) && after !== FULL_STOP)) return false
  const isNumber =
    (before === undefined || BEFORE_A_NUMBER.has(before)) &&
    (AFTER_A_NUMBER.has(after) || (after === undefined && before !== undefined))
  return !isNumber
}
const FULL_STOP = 0x2e
