/** The range of all texts with this start, compared as UTF-8. It ends with the greatest character of Unicode, which no text contains. */
export const rangeOfStart = (start: string): readonly [from: string, to: string] => [start, `${start}\u{10ffff}`]
