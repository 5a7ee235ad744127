import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

export type GuideText = { title: string; html: string; headings: Heading[] }
/** A section of a guide: the second level alone. */
type Heading = { id: string; title: string }

/** A guide as it is shown: links to other guides lose their `.md`, headings get the ids that links name. */
export function parseGuide(text: string, name: string): GuideText {
  const headings: Heading[] = []
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<h([1-4])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
      const id = headingId(inner)
      if (level === '2') headings.push({ id, title: stripTags(inner) })
      const anchor = level === '1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      return `<h${level} id="${id}">${inner}${anchor}</h${level}>`
    })
    .replace(/href="(?![a-z]+:|\/|#)([^"]+)"/g, (_, link: string) => `href="${guidePageOf(link, name)}"`)
    // What is wider than the page is scrolled by itself, by the keyboard too.
    .replace(/<pre><code(?: class="language-(\w+)")?>/g, (_, language?: string) =>
      language ? `<pre tabindex="0" data-language="${language}"><code>` : '<pre tabindex="0"><code>',
    )
  return { title: /^# (.+)$/m.exec(text)?.[1] ?? name, html, headings }
}

/** The page of a guide, as another one names it. */
export function guidePageOf(link: string, from: string): string {
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
