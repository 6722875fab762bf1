import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const tokens = Object.fromEntries(
  [...read('./styles.css').matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
)
const [, gradient = ''] = /@utility sky \{([^}]+)\}/.exec(read('./styles/cloth.css')) ?? []
const sky = gradient.match(/#[0-9a-f]{6}/g) ?? []

/** Relative luminance and contrast ratio of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const between = (name: string, ground: string) => contrast(tokens[name] ?? '', tokens[ground] ?? '')

/**
 * axe cannot judge text over a gradient, so the test computes the contrast at the gradient's stops. Between two stops, every color of the
 * gradient is between the colors of the stops.
 */
describe('over the sky', () => {
  test('the sky has color stops to check', () => expect(sky.length).toBeGreaterThanOrEqual(2))

  test.each(sky)('the heading has a contrast of twelve to one on %s', (stop) => {
    expect(contrast(tokens.raw ?? '', stop)).toBeGreaterThanOrEqual(12)
  })

  test.each(sky)('the muted text has enough contrast on %s', (stop) => {
    expect(contrast(tokens.rinse ?? '', stop)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('text has enough contrast', () => {
  test.each(
    ['raw', 'rinse', 'stone'].flatMap((text) => ['bleach', 'chalk', 'studio', 'wash'].map((ground) => [text, ground])),
  )('%s on %s', (text, ground) => expect(between(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5))

  test.each(['ok', 'warn', 'bad'])('%s on its wash', (state) => {
    expect(between(state, `${state}-wash`)).toBeGreaterThanOrEqual(4.5)
  })

  test('white on the primary button', () => expect(between('bleach', 'raw')).toBeGreaterThanOrEqual(4.5))
})

describe('borders and icons have enough contrast', () => {
  test.each([
    ['worn', 'bleach'],
    ['worn', 'chalk'],
    ['vat', 'bleach'],
    ['vat-2', 'bleach'],
    ['thread', 'bleach'],
    ['bleach', 'raw'],
  ])('%s on %s', (line, ground) => expect(between(line, ground)).toBeGreaterThanOrEqual(3))
})
