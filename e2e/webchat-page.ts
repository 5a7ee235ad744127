// A customer's page with the web chat of a test agent, and a visitor's browser on it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { after, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type ContentMessage, type Part, render } from '@parley/amf'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { createWebchatBench, type WebchatGateway } from '../server/src/testing/webchat-bench.ts'
import { openBrowser } from './browser.ts'

const patienceMs = 60_000

let gateway: WebchatGateway | undefined

export async function stopGateway(): Promise<void> {
  const stopped = gateway
  gateway = undefined
  await stopped?.app.close()
}

export async function startGateway(): Promise<void> {
  gateway = await bench.start(0)
}

/** A stable address in front of a gateway that restarts, like a proxy. */
const front = createTcpServer((socket) => {
  const behind = gateway && connect(gateway.port, '127.0.0.1')
  if (!behind) return void socket.destroy()
  socket.pipe(behind).pipe(socket)
  socket.on('error', () => behind.destroy()).on('close', () => behind.destroy())
  behind.on('error', () => socket.destroy()).on('close', () => socket.destroy())
}).listen(0, '127.0.0.1')
await once(front, 'listening')
after(() => front.close())
export const gatewayOrigin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
export const bench = await createWebchatBench({ gatewayPublicUrl: gatewayOrigin })
gateway = await bench.start(0)
export const socketOrigin = gatewayOrigin.replace('http', 'ws')

const shots = fileURLToPath(new URL('../.cache/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })
export const shoot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: `${shots}webchat-${name}.png`, animations: 'disabled' })

type PageOptions = {
  /** Attributes of the script tag. */
  attributes?: string
  binding?: string
  /** Sources that the page's policy allows the chat to connect to. */
  connect?: string
  dir?: 'ltr' | 'rtl'
  scheme?: 'light' | 'light dark'
}

/** A customer's page on another origin, whose content security policy allows only what the guide requires. */
const host = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', gatewayOrigin)
  if (pathname === '/picture') {
    response.setHeader('content-type', 'image/svg+xml')
    response.end(drawPicture(Number(searchParams.get('hue') ?? 160)))
    return
  }
  const options: PageOptions = JSON.parse(searchParams.get('options') ?? '{}')
  const { attributes = '', binding = 'bind_chat', connect: sources, dir = 'ltr', scheme = 'light' } = options
  const policy = `default-src 'none'; script-src ${gatewayOrigin}; connect-src ${sources ?? `${gatewayOrigin} ${socketOrigin}`}; img-src 'self' ${gatewayOrigin}/media/; require-trusted-types-for 'script'`
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', policy)
  response.end(
    `<!doctype html><html lang="en" dir="${dir}"><meta name="color-scheme" content="${scheme}"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>A shop</h1><script src="${gatewayOrigin}/webchat.js" data-binding="${binding}" data-lang="en" ${attributes} async></script></html>`,
  )
}).listen(0, '127.0.0.1')
await once(host, 'listening')
after(() => host.close())
export const hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
export const buildPictureUrl = (hue: number) => `${hostOrigin}/picture?hue=${hue}`

function drawPicture(hue: number): string {
  const boat =
    '<path d="M60 120h200l-40 30H100zM160 20v90M165 25l60 80h-60z" fill="#fff" stroke="#fff" stroke-width="4"/>'
  const sea = `<rect width="320" height="180" fill="hsl(${hue} 40% 62%)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">${sea}${boat}</svg>`
}

export const buildPagePath = (options: PageOptions) => `/?options=${encodeURIComponent(JSON.stringify(options))}`
export const openPage = buildPagePath({ attributes: 'data-open' })

export type Tab = { page: Page; errors: string[]; visitor(): Promise<string> }

/** Opens the page in a new browser context and records console errors. */
export async function openTab(
  browser: Browser,
  path = '/',
  { prepare, ...options }: BrowserContextOptions & { prepare?: string } = {},
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options })
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const before = await bench.visitors()
  await page.goto(path.startsWith('http') ? path : hostOrigin + path)
  const visitor = async () => (await bench.visitors()).find((each) => !before.includes(each)) ?? ''
  return { page, errors, visitor }
}

/** Opens the chat and writes the first message, so that the agent can send to this visitor. */
export async function beginChat(
  browser: Browser,
  path: string,
  options: BrowserContextOptions & { prepare?: string } = {},
): Promise<Tab & { address: string }> {
  const tab = await openTab(browser, path, options)
  await writeMessage(tab.page, 'Hello')
  await delivered(tab.page).waitFor()
  return { ...tab, address: await tab.visitor() }
}

export const log = (page: Page): Locator => page.getByRole('log')
export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a message' })
export const launcher = (page: Page): Locator => page.getByRole('button', { name: /^Open chat/ })
/** The state under the visitor's last message, once the gateway has it. */
export const delivered = (page: Page): Locator =>
  log(page)
    .locator('.entry.visitor')
    .last()
    .getByText(/^(Delivered|Read)$/)

export async function writeMessage(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await field(page).press('Enter')
}

/** Returns the text messages that the chat shows, without states and names. */
export function visibleTexts(page: Page): Promise<string[]> {
  return log(page).locator('.text').allInnerTexts()
}

export async function waitForValue<T>(read: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
  const limit = Date.now() + patienceMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > limit) assert.fail(`it did not come to that: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Returns the content that the agent has received from a visitor. */
export const receivedContents = (visitor: string) =>
  bench.received.flatMap((each) => (each.kind === 'content' && each.from === visitor ? [each.content] : []))

/** Renders a message for web chat and sends it as dispatch does. */
export async function sendRendered(to: string, messageId: string, message: ContentMessage): Promise<void> {
  const { messages } = render(message, { channel: 'webchat', messageId })
  for (const [bubble, { native }] of messages.entries())
    await bench.send(to, bubble === 0 ? messageId : `${messageId}.${bubble}`, native)
}

export async function sendParts(to: string, messageId: string, ...parts: Part[]): Promise<void> {
  await sendRendered(to, messageId, { spec: 'amf/1', parts })
}

export const createText = (words: string): Part => ({ type: 'text', text: words })
export const withReplies = (words: string, ...labels: string[]): ContentMessage => ({
  spec: 'amf/1',
  parts: [createText(words)],
  chips: labels.map((label) => ({ kind: 'reply', label })),
})

type Scene = { title: string; play(browser: Browser): Promise<void> }

/** Runs scenes one after another in one browser, each with its own pages. */
export async function playScenes(t: TestContext, scenes: readonly Scene[]): Promise<void> {
  const browser = await openBrowser(t)
  if (!browser) return
  for (const { title, play } of scenes) {
    await t.test(title, () => play(browser))
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
}

export function createSceneList(): { scenes: Scene[]; scene(title: string, play: Scene['play']): void } {
  const scenes: Scene[] = []
  return { scenes, scene: (title, play) => void scenes.push({ title, play }) }
}
