import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { id } from './answer-values.ts'
import { Role } from './role.ts'

export const User = z.object({
  _id: id,
  name: z.string().max(MAX_TEXT.name),
  email: z.string().max(254).describe('The email address; its domain is in Unicode, not in Punycode'),
  role: Role,
})
