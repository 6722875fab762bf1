/** The range of all texts that begin with `start`, compared as UTF-8. No text contains the greatest character of Unicode. */
export const rangeOfStart = (start: string): readonly [from: string, to: string] => [start, `${start}\u{10ffff}`]
