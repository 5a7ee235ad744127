import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../http/problem.ts'
import { buildPagePolicy, escapeHtml, renderPage } from './shell.ts'

type GuideText = { title: string; html: string; headings: Heading[] }
type Heading = { id: string; title: string }

/** Renders a guide: links to other guides lose their `.md`, and headings get the ids that links refer to. */
async function parseGuide(text: string, name: string): Promise<GuideText> {
  // Loaded with the first guide, so that a start does not wait for it.
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([import('micromark'), import('micromark-extension-gfm')])
  const headings: Heading[] = []
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<h([1-4])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
      const id = headingId(inner)
      if (level === '2') headings.push({ id, title: stripTags(inner) })
      const anchor = level === '1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      return `<h${level} id="${id}">${inner}${anchor}</h${level}>`
    })
    .replace(/href="(?![a-z]+:|\/|#)([^"]+)"/g, (_, link: string) => `href="${guidePageOf(link, name)}"`)
    // Wide code blocks scroll by themselves, also by keyboard.
    .replace(/<pre><code(?: class="language-(\w+)")?>/g, (_, language?: string) =>
      language ? `<pre tabindex="0" data-language="${language}"><code>` : '<pre tabindex="0"><code>',
    )
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? name, html, headings }
}

function guidePageOf(link: string, from: string): string {
  const { pathname, hash } = new URL(link, `http://docs/docs/${from}`)
  return pathname.replace(/(\/README)?\.md$/, '') + hash
}

function headingId(inner: string): string {
  return stripTags(inner)
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/[^\w.-]/g, '')
}

const stripTags = (inner: string): string => inner.replace(/<[^>]+>/g, '')

/** Additional styles for guides. On a phone the list of guides is below the text. */
const guideStyle = `
html { scroll-padding-top: 1rem }
article { min-width: 0; overflow-wrap: break-word }
article h1 { font-size: 1.9rem } article h2 { font-size: 1.4rem } article h3 { font-size: 1.1rem }
.anchor { color: var(--quiet); text-decoration: none; visibility: hidden; font-weight: normal }
:is(h2, h3, h4):hover > .anchor, .anchor:focus { visibility: visible }
.all { margin: 0 0 1.5rem } .next { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line) }
pre[data-language]::before { content: attr(data-language); display: block; margin: -.4rem 0 .3rem; font: .75rem/1.5 system-ui, sans-serif; color: var(--quiet) }
.code { position: relative } td code { overflow-wrap: normal }
.copy { position: absolute; top: .4rem; right: .4rem; padding: .1rem .5rem; font: .8rem/1.5 system-ui, sans-serif; color: var(--quiet); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; cursor: pointer; opacity: 0 }
.code:hover .copy, .copy:focus-visible { opacity: 1 }
nav { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .92rem }
nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--quiet); margin: 1.4em 0 .3em }
nav ul { list-style: none; margin: 0; padding: 0 } nav a { display: block; padding: .2rem 0; text-decoration: none }
nav a:hover { text-decoration: underline } nav a[aria-current] { font-weight: 600; color: var(--ink) }
nav ul ul { padding-left: .8rem; border-left: 2px solid var(--line); font-size: .95em }
@media (hover: none) { .copy { opacity: 1 } .anchor { visibility: visible } nav a { padding: .45rem 0 } }
@media (max-width: 40rem) { main { padding: 1.25rem 1rem 3rem } }
@media (min-width: 64rem) {
  main:has(> nav) { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 4rem; max-width: 65rem }
  main > nav { grid-column: 1; grid-row: 1; margin: 0; padding: 0; border: 0; position: sticky; top: 2rem; max-height: calc(100vh - 4rem); overflow-y: auto; align-self: start }
  main:has(> nav) > article { grid-column: 2; grid-row: 1 } .all { display: none }
}`

/** The only script of a guide: a copy button for each code block, if the browser permits it. */
const copyButtonScript = `
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.onclick = async () => {
    button.textContent = await navigator.clipboard.writeText(block.textContent).then(() => 'Copied', () => 'Not copied')
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  }
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}`

const guideScript = `<script>${copyButtonScript}</script>`

/** Permits exactly this script. */
const guidePolicy = `${buildPagePolicy({ style: guideStyle })}; script-src 'sha256-${createHash('sha256').update(copyButtonScript).digest('base64')}'`

const docsFolder = new URL('../../../../docs/', import.meta.url)

/** Serves the guides in `docs/` as pages, from the same text as in the repository. */
export function serveGuides(app: FastifyInstance): void {
  const names = new Set(
    readdirSync(docsFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')),
  )
  let index: GuideIndex | undefined
  app.get('/docs', async (_request, reply) => sendGuide(reply, 'README.md'))
  app.get('/docs/guides.json', async (_request, reply) => {
    index ??= { guides: listGuides(names) }
    return reply.header('cache-control', 'max-age=300').send(index)
  })
  app.get('/docs/*', async (request, reply) => {
    const requestedPath = (request.params as { '*': string })['*'].replace(/\/$/, '')
    const name = [requestedPath, `${requestedPath}.md`, `${requestedPath}/README.md`.replace(/^\//, '')].find((one) =>
      names.has(one),
    )
    if (!name) throw notFound()
    return sendGuide(reply, name)
  })
}

async function sendGuide(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const page = await renderGuidePage(name)
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': guidePolicy })
    .send(page)
}

async function renderGuidePage(name: string): Promise<string> {
  const guide = await parseGuide(readGuideFile(name), name)
  const article = `<article>${guide.html}`
  if (name === 'README.md') return renderPage(guide.title, `${article}</article>`, guideStyle)
  const [list, own] = [parseGuideList(readGuideFile('README.md')), guidePageOf(name, 'README.md')]
  const body = `${article}${renderNextLink(list, own)}</article>${renderSidebar(list, own, guide)}${guideScript}`
  return renderPage(`${guide.title} · Parley`, `<p class="all"><a href="#guides">All guides</a></p>${body}`, guideStyle)
}

const readGuideFile = (name: string): string => readFileSync(new URL(name, docsFolder), 'utf8')

/** The guides grouped by audience, in order, as in the tables of `docs/README.md`. */
type GuideList = { title: string; guides: { page: string; title: string }[] }[]

function parseGuideList(readme: string): GuideList {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n')[0] as string,
      guides: [...section.matchAll(/^\| \[(.+?)\]\((.+?)\) \|/gm)].map(([, title = '', link = '']) => ({
        title,
        page: guidePageOf(link, 'README.md'),
      })),
    }))
}

/** What the console searches: every guide of the list, and its sections. */
type GuideIndex = { guides: { page: string; title: string; sections: Heading[] }[] }

/** Reads the headings from the text: rendering every guide would take seconds. */
function listGuides(names: ReadonlySet<string>): GuideIndex['guides'] {
  const list = parseGuideList(readGuideFile('README.md')).flatMap(({ guides }) => guides)
  return list.map(({ page, title }) => {
    const path = page.replace(/^\/docs\//, '')
    const name = [`${path}.md`, `${path}/README.md`].find((one) => names.has(one))
    // The API reference is a page of its own.
    return { page, title, sections: name ? listSections(readGuideFile(name)) : [] }
  })
}

function listSections(text: string): Heading[] {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  return [...prose.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => {
    const title = heading.replace(/\[(.+?)\]\(.+?\)/g, '$1').replace(/[`*]/g, '')
    // The ids of a page come from its HTML.
    return { id: headingId(title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')), title }
  })
}

function renderSidebar(list: GuideList, page: string, { headings }: GuideText): string {
  const sections = headings.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')
  const entry = (guide: GuideList[number]['guides'][number]): string =>
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
