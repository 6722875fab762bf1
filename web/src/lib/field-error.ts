import { ApiError } from './api.ts'

export const fieldError = (error: Error | null, name: string): string | undefined =>
  error instanceof ApiError ? error.fields?.find(({ path }) => path.split('.').at(-1) === name)?.message : undefined
