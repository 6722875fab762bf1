import { expect, test } from 'vitest'
import { cardPictures } from './card-pictures.ts'

const image = (url: string, color: string, view = 'front') => ({ url, altText: '', color, view })
const images = [image('red', 'Red'), image('red-back', 'Red', 'back'), image('blue', 'Blue')]

test('a card shows the filtered color, without the back of another color', () => {
  expect(cardPictures({ images }, ['blue']).front?.url).toBe('blue')
  expect(cardPictures({ images }, ['blue']).back).toBeUndefined()
  expect(cardPictures({ images }, ['blue']).color).toBe('Blue')
})

test('without a filter, or without a picture of its color, a card shows the first picture and its back', () => {
  for (const colors of [[], ['Green']]) {
    expect(cardPictures({ images }, colors).front?.url).toBe('red')
    expect(cardPictures({ images }, colors).back?.url).toBe('red-back')
    expect(cardPictures({ images }, colors).color).toBeUndefined()
  }
  expect(cardPictures({ images: [] }, []).front).toBeUndefined()
})
