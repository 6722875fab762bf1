import cors from '@koa/cors'
import type { Middleware } from 'koa'

/** Lets pages of exactly these origins call the API. Other origins get no CORS headers (decisions P18: calls from other origins). */
export const allowOrigins = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => (origins.includes(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    // A page of an allowed origin must be able to send the cookie of a bare guest id (decisions C1: guessable guest ids).
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: ['ETag', 'Link', 'Retry-After', 'X-Request-Id', 'X-Consistency'],
    maxAge: 600,
  })
