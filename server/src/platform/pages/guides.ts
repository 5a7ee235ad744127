import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { notFound } from '../http/problem.ts'
import { page, pagePolicy } from './shell.ts'

const folder = new URL('../../../../docs/', import.meta.url)

/** The guides in `docs/`, as pages: what is read in the repository and what is read in the browser are one text. */
export function serveGuides(app: FastifyInstance): void {
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')),
  )
  app.get('/docs', async (_request, reply) => sendGuide(reply, 'README.md'))
  app.get('/docs/*', async (request, reply) => {
    const asked = (request.params as { '*': string })['*'].replace(/\/$/, '')
    const name = [asked, `${asked}.md`, `${asked}/README.md`].find((one) => names.has(one))
    if (!name) throw notFound()
    return sendGuide(reply, name)
  })
}

function sendGuide(reply: FastifyReply, name: string): FastifyReply {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  const back = name === 'README.md' ? '' : '<p><a href="/docs">Guides</a></p>'
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
    .send(page(title, back + html(text, name)))
}

/** Headings get the ids that links in the repository use too; links to other guides lose their `.md`. */
function html(text: string, name: string): string {
  return micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<h([1-4])>(.*?)<\/h\1>/g, (_, level, inner) => `<h${level} id="${headingId(inner)}">${inner}</h${level}>`)
    .replace(/href="(?!https?:|\/|#)([^"]+)"/g, (_, link) => `href="${pageOf(link, name)}"`)
}

function pageOf(link: string, from: string): string {
  const { pathname, hash } = new URL(link, `http://docs/docs/${from}`)
  return pathname.replace(/(\/README)?\.md$/, '') + hash
}

function headingId(inner: string): string {
  return inner
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/[^\w.-]/g, '')
}
