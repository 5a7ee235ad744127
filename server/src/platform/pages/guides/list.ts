import { escapeHtml } from '../shell.ts'
import { type GuideText, guidePageOf } from './markdown.ts'

/** The guides by who reads them, in their order: the tables of `docs/README.md`. */
export type GuideList = { title: string; guides: { page: string; title: string }[] }[]

export function parseGuideList(readme: string): GuideList {
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

/** All guides at the side, and below the one that is read its sections. */
export function renderSidebar(list: GuideList, page: string, { headings }: GuideText): string {
  const sections = headings.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')
  const entry = (guide: GuideList[number]['guides'][number]): string =>
    guide.page === page
      ? `<li><a href="${guide.page}" aria-current="page">${escapeHtml(guide.title)}</a><ul>${sections}</ul></li>`
      : `<li><a href="${guide.page}">${escapeHtml(guide.title)}</a></li>`
  const groups = list.map(({ title, guides }) => `<h2>${escapeHtml(title)}</h2><ul>${guides.map(entry).join('')}</ul>`)
  return `<nav id="guides" aria-label="Guides"><p><a href="/docs">Parley guides</a></p>${groups.join('')}</nav>`
}

/** What is read next, in the order of the list. */
export function renderNextLink(list: GuideList, page: string): string {
  const guides = list.flatMap((group) => group.guides)
  const at = guides.findIndex((guide) => guide.page === page)
  const next = at < 0 ? undefined : guides[at + 1]
  return next ? `<p class="next">Next: <a href="${next.page}">${escapeHtml(next.title)}</a></p>` : ''
}
