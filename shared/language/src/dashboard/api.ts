import * as z from 'zod'
import { MAX_DASHBOARD_DAYS } from '../limits.ts'
import type * as answers from './answers.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The number of days, including `from` and `to`. */
export const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Query of GET /api/admin/dashboard: days in UTC, both included; by default the last 30. */
export const DashboardQuery = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), 'Give both days, or none')
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first day',
  })
  .refine(({ from, to }) => !from || !to || daysFrom(from, to) <= MAX_DASHBOARD_DAYS, {
    path: ['from'],
    message: `Choose at most ${MAX_DASHBOARD_DAYS} days`,
  })
export type DashboardQuery = z.output<typeof DashboardQuery>

export type Dashboard = z.output<typeof answers.Dashboard>
