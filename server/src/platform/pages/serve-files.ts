import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

/** Images that agents send may come from anywhere; everything else is ours. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:; " +
  "media-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves a page of static files: the first at the page's own address, the others below it. */
export function serveFiles(app: FastifyInstance, address: string, [page, ...others]: readonly URL[]): void {
  if (page) serveFile(app, address, page)
  for (const file of others) serveFile(app, `${address}/${basename(file.pathname)}`, file)
}

function serveFile(app: FastifyInstance, address: string, file: URL): void {
  const content = readFileSync(file, 'utf8')
  const headers = {
    'content-type': `${types[extname(file.pathname)]}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': 'no-cache',
  }
  app.get(address, async (_request, reply) => reply.headers(headers).send(content))
}
