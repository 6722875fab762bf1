import { report } from '../../tools/bench/report.ts'
import { comparison } from './search-shop.ts'

/** What a search costs that understands clothes, beside one that knows beginnings of words alone. `npm run bench:search -- [products]` */
const COUNT = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 100_000)

await report(comparison(COUNT))
