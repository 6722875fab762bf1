import { readFile } from 'node:fs/promises'
import { CreateProductBody } from '@shop/language/product/api'
import * as z from 'zod'

const folder = new URL('..', import.meta.url)

const DemoProducts = z.array(
  z.looseObject({ images: z.array(z.looseObject({ file: z.string() })) }).transform(({ images, ...product }) =>
    CreateProductBody.parse({
      ...product,
      images: images.map(({ file, ...image }) => ({ ...image, url: `/pictures/${file}-1200.webp` })),
    }),
  ),
)

export async function demoCatalog(): Promise<CreateProductBody[]> {
  return DemoProducts.parse(JSON.parse(await readFile(new URL('catalog.json', folder), 'utf8')))
}
