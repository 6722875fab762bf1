import * as z from 'zod'
import { MAX_TEXT } from './limits.ts'
import { oneLine, text } from './text.ts'

/** An https address, or a path of the shop's own pictures: the server never fetches it (decisions P9). */
const imageUrl = z
  .string()
  .max(2000)
  .regex(
    /^(https:\/\/[^\s"'<>\\]+|\/(pictures|uploads)\/[\w-]+\.(webp|png|jpg))$/,
    'An https, /pictures or /uploads address is expected',
  )

export const Image = z.object({
  url: imageUrl,
  altText: oneLine(text(300)).default(''),
  color: oneLine(text(MAX_TEXT.word)).optional(),
  view: oneLine(text(50)).optional(),
})
export type Image = z.output<typeof Image>
