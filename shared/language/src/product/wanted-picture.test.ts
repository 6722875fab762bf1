import { expect, test } from 'vitest'
import { wantedPicture } from './wanted-picture.ts'

const image = (color: string) => ({ url: color, altText: '', color, view: 'front' })
const images = ['White with blue stripes', 'Red', 'Blue with white stripes', ''].map(image)

test('a picture whose color begins with a wanted name comes first, then a picture whose color contains that name', () => {
  expect(wantedPicture({ images }, ['blue'])?.color).toBe('Blue with white stripes')
  expect(wantedPicture({ images: images.slice(0, 2) }, ['blue'])?.color).toBe('White with blue stripes')
  expect(wantedPicture({ images }, ['white with blue stripes'])?.color).toBe('White with blue stripes')
})

test('there is no picture if no color is wanted, or if no picture has the wanted color', () => {
  for (const wanted of [[], ['green'], ['re']]) expect(wantedPicture({ images }, wanted)).toBeUndefined()
})
