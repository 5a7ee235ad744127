import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** What a browser is sent: plain files, as they stand in `files/`. */
const files = {
  '/lab': ['lab.html', 'text/html'],
  '/lab/lab.css': ['lab.css', 'text/css'],
  '/lab/lab.js': ['lab.js', 'text/javascript'],
  '/lab/api.js': ['api.js', 'text/javascript'],
  '/lab/dom.js': ['dom.js', 'text/javascript'],
  '/lab/phone.js': ['phone.js', 'text/javascript'],
  '/lab/controls.js': ['controls.js', 'text/javascript'],
  '/lab/bubble.js': ['bubble.js', 'text/javascript'],
  '/lab/payload.js': ['payload.js', 'text/javascript'],
  '/lab/markup.js': ['markup.js', 'text/javascript'],
} as const

/** Pictures that agents send may come from anywhere; everything else is ours. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:; " +
  "media-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page of the handset lab, on the gateway. It holds no secret: it asks for the access token itself. */
export function serveLab(app: FastifyInstance): void {
  for (const [url, [name, type]] of Object.entries(files)) {
    const content = readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    }
    app.get(url, async (_request, reply) => reply.headers(headers).send(content))
  }
}
