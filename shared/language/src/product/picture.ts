import * as z from 'zod'
import { MAX_TEXT, PICTURE_WIDTHS } from '../limits.ts'
import { text, UNPRINTABLE } from '../values/text.ts'

const WIDEST = Math.max(...PICTURE_WIDTHS)
/** The shop's own pictures exist in all widths (decisions P19). */
const ANY_WIDTH = new RegExp(`^(/.*)-(?:${PICTURE_WIDTHS.join('|')})\\.webp$`)

/** An https address, or a path of the shop's own pictures. The server never fetches the address (decisions P9: addresses of images). */
const imageUrl = z
  .string()
  .max(2000)
  .regex(
    new RegExp(`^(https://[^\\s${UNPRINTABLE}"'<>\\\\]+|/(pictures|uploads)/[\\w-]+\\.(webp|png|jpg))$`),
    'Enter an https, /pictures or /uploads address',
  )
  .overwrite((url) => url.replace(ANY_WIDTH, `$1-${WIDEST}.webp`))

export const Image = z.object({
  url: imageUrl,
  altText: text(300).default(''),
  color: text(MAX_TEXT.word).optional(),
  view: text(50).optional(),
})
export type Image = z.output<typeof Image>
