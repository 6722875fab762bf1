import type * as z from 'zod'
import type * as answers from './order-answers.ts'

export type Dashboard = z.output<typeof answers.Dashboard>
