import * as z from 'zod'

export const roles = ['customer', 'analyst', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>
