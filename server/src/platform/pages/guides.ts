import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../http/problem.ts'
import { guidePolicy, guideScript, guideStyle } from './guides/look.ts'
import { type GuideHeading, type GuideText, guidePageOf, listSections, parseGuide } from './guides/markdown.ts'
import {
  buildSearchIndex,
  type GuideSearchIndex,
  maxQueryLength,
  renderSearchForm,
  renderSearchResults,
} from './guides/search.ts'
import { escapeHtml, renderPage } from './shell.ts'

const docsFolder = new URL('../../../../docs/', import.meta.url)

/** Serves the guides in `docs/` as pages, from the same text as in the repository, and as Markdown. */
export function serveGuides(app: FastifyInstance): void {
  const files = readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
  const names = new Set(files.filter((name) => name.endsWith('.md')))
  const pictures = new Set(files.filter((name) => name.endsWith('.png')))
  let index: GuideIndex | undefined
  app.get('/docs', async (_request, reply) => sendGuide(reply, 'README.md'))
  app.get('/docs/guides.json', async (_request, reply) => {
    index ??= { guides: listGuides(names) }
    return reply.header('cache-control', 'max-age=300').send(index)
  })
  app.get('/docs/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'].replace(/\/$/, '')
    if (pictures.has(path)) return sendPicture(reply, path)
    if (names.has(path)) return sendText(reply, 'text/markdown', readGuideFile(path))
    const name = [`${path}.md`, `${path}/README.md`.replace(/^\//, '')].find((one) => names.has(one))
    if (!name) throw notFound()
    return sendGuide(reply, name)
  })
  serveSearch(app, names)
  serveForAssistants(app, names)
}

function serveSearch(app: FastifyInstance, names: ReadonlySet<string>): void {
  let index: GuideSearchIndex | undefined
  app.get('/docs/search', async (request, reply) => {
    index ??= buildSearchIndex([...names].map((name) => ({ name, text: readGuideFile(name) })))
    const query = [(request.query as { q?: string | string[] }).q ?? ''].flat()[0]?.slice(0, maxQueryLength) ?? ''
    const article = `<article><h1>Search the guides</h1>${renderSearchResults(index, query)}</article>`
    const body = `${renderTop(query)}${article}${renderSidebar(parseGuideList(readGuideFile('README.md')))}`
    return sendPage(reply, renderPage('Search the guides · Parley', body, guideStyle))
  })
}

/** The list of the guides, and all of them in one text, as llmstxt.org proposes. */
function serveForAssistants(app: FastifyInstance, names: ReadonlySet<string>): void {
  const readme = readGuideFile('README.md')
  const groups = parseGuideList(readme)
  app.get('/llms.txt', async (_request, reply) => sendText(reply, 'text/plain', renderLlmsList(readme, groups)))
  app.get('/llms-full.txt', async (_request, reply) => {
    const texts = groups.flatMap(({ guides }) => guides.flatMap(({ page }) => fileOfPage(page, names) ?? []))
    return sendText(reply, 'text/plain', texts.map(readGuideFile).join('\n\n'))
  })
}

function renderLlmsList(readme: string, groups: GuideList): string {
  const summary = readme.split('\n\n')[1] ?? ''
  const parts = groups.map(({ title, guides }) => {
    const lines = guides.map(({ link, title: guide, contents }) => `- [${guide}](${link}): ${contents}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Parley\n\n> ${summary}\n\n${parts.join('\n')}`
}

const sendText = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=300' }).send(text)

const sendPicture = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .headers({ 'content-type': 'image/png', 'cache-control': 'max-age=300' })
    .send(readFileSync(new URL(path, docsFolder)))

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': guidePolicy }).send(page)

async function sendGuide(reply: FastifyReply, name: string): Promise<FastifyReply> {
  return sendPage(reply, await renderGuidePage(name))
}

async function renderGuidePage(name: string): Promise<string> {
  const guide = await parseGuide(readGuideFile(name), name)
  if (name === 'README.md') {
    return renderPage(
      guide.title,
      `<div class="top">${renderSearchForm()}</div><article>${guide.html}</article>`,
      guideStyle,
    )
  }
  const [list, own] = [parseGuideList(readGuideFile('README.md')), guidePageOf(name, 'README.md')]
  const article = `<article>${guide.html}${renderNextLink(list, own)}</article>`
  const body = `${renderTop()}${article}${renderSidebar(list, own, guide)}${guideScript}`
  return renderPage(`${guide.title} · Parley`, body, guideStyle)
}

const renderTop = (query?: string): string =>
  `<div class="top"><p class="all"><a href="/docs">All guides</a></p>${renderSearchForm(query)}</div>`

const readGuideFile = (name: string): string => readFileSync(new URL(name, docsFolder), 'utf8')

/** The guides grouped by audience, in order, as in the tables of `docs/README.md`. */
type GuideList = { title: string; guides: ListedGuide[] }[]
/** `link` is to the Markdown, `page` to the page. */
type ListedGuide = { title: string; link: string; page: string; contents: string }

function parseGuideList(readme: string): GuideList {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n')[0] as string,
      guides: [...section.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.*) \|$/gm)].map(
        ([, title = '', link = '', contents = '']) => ({
          title,
          link: new URL(link, 'http://docs/docs/').pathname,
          page: guidePageOf(link, 'README.md'),
          contents,
        }),
      ),
    }))
}

/** What the console searches: every guide of the list, and its sections. */
type GuideIndex = { guides: { page: string; title: string; sections: GuideHeading[] }[] }

function listGuides(names: ReadonlySet<string>): GuideIndex['guides'] {
  const list = parseGuideList(readGuideFile('README.md')).flatMap(({ guides }) => guides)
  return list.map(({ page, title }) => {
    const name = fileOfPage(page, names)
    // The API reference is a page of its own.
    const sections = name ? listSections(readGuideFile(name)).filter(({ level }) => level === 2) : []
    return { page, title, sections: sections.map(({ id, title: heading }) => ({ id, title: heading })) }
  })
}

function fileOfPage(page: string, names: ReadonlySet<string>): string | undefined {
  const path = page.replace(/^\/docs\//, '')
  return [`${path}.md`, `${path}/README.md`].find((one) => names.has(one))
}

function renderSidebar(
  list: GuideList,
  page?: string,
  { headings }: Pick<GuideText, 'headings'> = { headings: [] },
): string {
  const sections = headings.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')
  const entry = (guide: ListedGuide): string =>
    guide.page === page
      ? `<li><a href="${guide.page}" aria-current="page">${escapeHtml(guide.title)}</a><ul>${sections}</ul></li>`
      : `<li><a href="${guide.page}">${escapeHtml(guide.title)}</a></li>`
  const groups = list.map(({ title, guides }) => `<h2>${escapeHtml(title)}</h2><ul>${guides.map(entry).join('')}</ul>`)
  return `<nav id="guides" aria-label="Guides"><p><a href="/docs">Parley guides</a></p>${groups.join('')}</nav>`
}

function renderNextLink(list: GuideList, page: string): string {
  const guides = list.flatMap((group) => group.guides)
  const at = guides.findIndex((guide) => guide.page === page)
  const next = at < 0 ? undefined : guides[at + 1]
  return next ? `<p class="next">Next: <a href="${next.page}">${escapeHtml(next.title)}</a></p>` : ''
}
