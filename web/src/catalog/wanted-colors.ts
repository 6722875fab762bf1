import { wordsOfSearch } from '@shop/language/product/wanted-picture'
import { chosen } from './filters.ts'

/** The colors that the shopper filters or searches for, in lower case. */
export const wantedColors = (params: URLSearchParams): readonly string[] => [
  ...chosen(params, 'color').map((color) => color.toLowerCase()),
  ...wordsOfSearch(params.get('search') ?? ''),
]
