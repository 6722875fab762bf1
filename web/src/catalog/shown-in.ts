import { PAGE_SIZE } from '../products/catalog-api.ts'

export const shownIn = (params: URLSearchParams): number =>
  PAGE_SIZE * Math.min(Math.max(Math.ceil(Number(params.get('shown')) / PAGE_SIZE) || 1, 1), MOST_PAGES)

const MOST_PAGES = 20
