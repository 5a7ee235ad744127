import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../http/problem.ts'
import { parseGuideList, renderNextLink, renderSidebar } from './guides/list.ts'
import { guidePolicy, guideScript, guideStyle } from './guides/look.ts'
import { guidePageOf, parseGuide } from './guides/markdown.ts'
import { renderPage } from './shell.ts'

const docsFolder = new URL('../../../../docs/', import.meta.url)

/** The guides in `docs/`, as pages: what is read in the repository and what is read in the browser are one text. */
export function serveGuides(app: FastifyInstance): void {
  const names = new Set(
    readdirSync(docsFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')),
  )
  app.get('/docs', async (_request, reply) => sendGuide(reply, 'README.md'))
  app.get('/docs/*', async (request, reply) => {
    const asked = (request.params as { '*': string })['*'].replace(/\/$/, '')
    const name = [asked, `${asked}.md`, `${asked}/README.md`.replace(/^\//, '')].find((one) => names.has(one))
    if (!name) throw notFound()
    return sendGuide(reply, name)
  })
}

function sendGuide(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': guidePolicy })
    .send(renderGuidePage(name))
}

function renderGuidePage(name: string): string {
  const guide = parseGuide(readGuideFile(name), name)
  const article = `<article>${guide.html}`
  if (name === 'README.md') return renderPage(guide.title, `${article}</article>`, guideStyle)
  const [list, own] = [parseGuideList(readGuideFile('README.md')), guidePageOf(name, 'README.md')]
  const body = `${article}${renderNextLink(list, own)}</article>${renderSidebar(list, own, guide)}${guideScript}`
  return renderPage(`${guide.title} · Parley`, `<p class="all"><a href="#guides">All guides</a></p>${body}`, guideStyle)
}

const readGuideFile = (name: string): string => readFileSync(new URL(name, docsFolder), 'utf8')
