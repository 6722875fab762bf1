import type * as z from 'zod'
import type * as answers from './answers.ts'

export type SavedAddress = z.output<typeof answers.SavedAddress>
