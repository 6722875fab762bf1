import type { User } from '@shop/language/account/api'
import type { Order } from '@shop/language/order/api'
import type { Product } from '@shop/language/product/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Found } from './found-suggestions.ts'

/** A single character would match nearly everything. */
const LEAST_TYPED = 2
const MOST_OF_A_KIND = '5'

export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: ['admin', 'find', words],
    enabled: words.length >= LEAST_TYPED,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> => {
      const query = new URLSearchParams({ search: words, limit: MOST_OF_A_KIND })
      const [orders, products, users] = await Promise.all([
        api.get<readonly Order[]>(`/api/admin/orders?${query}`, { signal }),
        api.get<readonly Product[]>(`/api/admin/products?${query}`, { signal }),
        api.get<readonly User[]>(`/api/admin/users?${query}`, { signal }),
      ])
      return { orders, products, users }
    },
  })
