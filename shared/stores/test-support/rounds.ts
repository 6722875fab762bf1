/**
 * Whether tests try all that they have: in CI, and with `ROUNDS=all`. Elsewhere they repeat less: fewer seeds and requests, a
 * way through pages at one of its two widths, and on the distributed shop not all that the embedded one has shown (docs/testing.md).
 */
export const triesAll = process.env.CI === 'true' || process.env.ROUNDS === 'all'

/** How often a test tries something: `all`, or `few` on a developer's machine. */
export const rounds = (all: number, few: number): number => (triesAll ? all : few)
