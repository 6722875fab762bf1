import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { freePort } from '@shop/stores/test-support/free-port'
import { until } from '../support/until.ts'
import type { DrivenBrowser, DrivenWindow, Size } from './driven-window.ts'

/** Starts Debian's WebKit on a display without a screen. WebKit's own WebDriver controls it (https://www.w3.org/TR/webdriver2/). */
export async function startWebkit(size: Size): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack()
  const display = await startDisplay(starting)
  const driver = `http://127.0.0.1:${await startDriver(starting, display)}`
  const { sessionId } = (await call(`${driver}/session`, { capabilities: { alwaysMatch: WITHOUT_TOOLBAR } })) as {
    sessionId: string
  }
  const session = `${driver}/session/${sessionId}`
  starting.defer(async () => void (await send('DELETE', session)))
  await call(`${session}/window/rect`, size)
  const started = starting.move()
  return {
    async windows() {
      const handles = (await send('GET', `${session}/window/handles`)) as string[]
      return handles.map((handle) => windowOf(session, handle))
    },
    close: () => started.disposeAsync(),
  }
}

/** The window has no toolbar. With a toolbar it could not be as narrow as a phone. */
const WITHOUT_TOOLBAR = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } }

function windowOf(session: string, handle: string): DrivenWindow {
  /** Makes a call for this window. It first selects the window, because the driver makes each call for the selected window. */
  const inWindow = async (path: string, body: object) => {
    await call(`${session}/window`, { handle })
    return call(`${session}/${path}`, body)
  }
  const ask = (expression: string) => inWindow('execute/sync', { script: `return (${expression})`, args: [] })
  const elementOf = async (expression: string) => {
    const element = await ask(expression)
    if (!element) throw new Error(`No element: ${expression}`)
    // Without this, the driver would scroll an element only to the lower edge of the window, where a bar can cover it.
    await inWindow('execute/sync', { script: IN_THE_MIDDLE, args: [element] })
    return `element/${Object.values(element)[0]}`
  }
  return {
    open: async (url) => void (await inWindow('url', { url })),
    ask,
    press: async (expression) => void (await inWindow(`${await elementOf(expression)}/click`, {})),
    async fill(expression, text) {
      const field = await elementOf(expression)
      await inWindow(`${field}/clear`, {})
      await inWindow(`${field}/value`, { text })
    },
  }
}

const IN_THE_MIDDLE = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`

const call = (url: string, body: object) => send('POST', url, body)

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`)
  return value
}

/** Starts an X server without a screen. Returns the name of its display. */
async function startDisplay(starting: AsyncDisposableStack): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  await once(server, 'spawn')
  starting.defer(() => end(server))
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return `:${String(number).trim()}`
}

/** Starts the driver. Returns its port. */
async function startDriver(starting: AsyncDisposableStack, display: string): Promise<number> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  })
  await once(driver, 'spawn')
  starting.defer(() => end(driver))
  await until(() => send('GET', `http://127.0.0.1:${port}/status`), { timeout: 300_000 })
  return port
}

async function end(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null || started.signalCode !== null) return
  started.kill()
  await once(started, 'exit')
}
