import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const queryOf = <Answer>(queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => api.get<Answer>(path, { signal }) })
