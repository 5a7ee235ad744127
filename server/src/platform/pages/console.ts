import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { defaultPagePolicy, escapeHtml, renderPage } from './shell.ts'

/** Where `npm run build` puts the console. */
export const consoleDistFolder = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))

/** Scripts and calls are our own; styles are set by scripts; pictures are those that agents send, from anywhere. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' http: https: data: blob:",
  'media-src http: https: blob:',
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The addresses of the console's pages; each is the one document, and the script shows what the address says. */
const consolePaths = ['/', '/sign-in', '/orgs/*']

/** The console, as it was built. Its files are named by what is in them, so that browsers may keep them. */
export function serveConsole(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) {
    for (const address of consolePaths) app.get(address, async (_request, reply) => sendNotBuiltPage(reply))
    return
  }
  app.register(serveFiles, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    serveDotFiles: false,
  })
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': consolePolicy,
    'cache-control': 'no-cache',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
  for (const address of consolePaths) {
    app.get(address, async (_request, reply) => reply.headers(headers).send(document))
  }
}

type Reply = { headers(values: Record<string, string>): { send(body: string): unknown } }

function sendNotBuiltPage(reply: Reply): unknown {
  const text = 'The console is not built yet: run npm run build, or begin with npm start, which does so by itself.'
  const body = `<h1>Parley</h1><p>${escapeHtml(text)}</p><p><a href="/docs">Guides</a> · <a href="/docs/api">API reference</a></p>`
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': defaultPagePolicy })
    .send(renderPage('Parley', body))
}
