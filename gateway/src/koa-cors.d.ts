declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa'

  type Options = {
    origin: (ctx: Context) => string
    credentials?: boolean
    allowMethods?: readonly string[]
    exposeHeaders?: readonly string[]
    maxAge?: number
  }
  export default function cors(options: Options): Middleware
}
