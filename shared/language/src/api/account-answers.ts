import * as z from 'zod'
import { id } from './answer-values.ts'
import { MAX_TEXT } from './limits.ts'
import { Role } from './role.ts'

export const User = z.object({ _id: id, name: z.string().max(MAX_TEXT.name), email: z.email().max(254), role: Role })

/** Answer of the admin's POST and PUT, for clients that read either (decisions P20). */
export const SavedUser = User.extend({ user: User })

/** Answer of login and register. */
export const Session = z.object({ user: User, token: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
