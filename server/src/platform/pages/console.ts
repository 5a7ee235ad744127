import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { defaultPagePolicy, escapeHtml, renderPage } from './shell.ts'

/** The output folder of the console's `npm run build`. */
export const consoleDistFolder = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))

/** Scripts and calls only to our own origin; scripts may set styles; images from anywhere, because agents send them. */
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

/** The paths of the console's pages on the management port. */
export const consolePaths = ['/', '/sign-in', '/invitation', '/orgs/*', '/emulator', '/oauth/authorize'] as const

/**
 * Serves pages of the built console: each path gets the same document, and the script renders the page for the path. The
 * names of the other files contain content hashes, so that browsers may cache them.
 */
export function serveConsole(app: FastifyInstance, folder: string, paths: readonly string[]): void {
  if (!existsSync(join(folder, 'index.html'))) {
    for (const address of paths) app.get(address, async (_request, reply) => sendNotBuiltPage(reply))
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
  for (const address of paths) {
    app.get(address, async (_request, reply) => reply.headers(headers).send(document))
  }
}

type Reply = { headers(values: Record<string, string>): { send(body: string): unknown } }

function sendNotBuiltPage(reply: Reply): unknown {
  const text =
    'The console is not built yet: run npm run build, or start with npm start, which builds it automatically.'
  const body = `<h1>Parley</h1><p>${escapeHtml(text)}</p><p><a href="/docs">Guides</a> · <a href="/docs/api">API reference</a></p>`
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': defaultPagePolicy })
    .send(renderPage('Parley', body))
}
