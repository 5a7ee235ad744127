import { escapeHtml } from '../shell.ts'

/** From the Markdown of a guide to its page, and to the sections that are searched. */

export type GuideText = { title: string; html: string; headings: GuideHeading[] }
export type GuideHeading = { id: string; title: string }

/** Renders a guide: links to other guides lose their `.md`, headings get the ids of links, and examples get tabs. */
export async function parseGuide(text: string, name: string): Promise<GuideText> {
  // Loaded with the first guide, so that a start does not wait for them.
  const [{ micromark }, { gfm, gfmHtml }, deriveForms] = await Promise.all([
    import('micromark'),
    import('micromark-extension-gfm'),
    loadForms(),
  ])
  const headings: GuideHeading[] = []
  let exampleCount = 0
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<h([1-4])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
      const id = headingId(inner)
      if (level === '2') headings.push({ id, title: stripTags(inner) })
      const anchor = level === '1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
      return `<h${level} id="${id}">${inner}${anchor}</h${level}>`
    })
    .replace(/(?<=(?:href|src)=")(?![a-z]+:|\/|#)([^"]+)/g, (_, link: string) => guidePageOf(link, name))
    .replace(/<pre><code(?: class="language-(\w+)")?>([\s\S]*?)<\/code><\/pre>/g, (_, language = '', inner: string) => {
      const code = unescapeHtml(inner)
      const forms = language === 'sh' ? deriveForms(code) : []
      return forms.length > 1 ? renderTabs(`example-${++exampleCount}`, forms) : renderCode(code, language)
    })
  return { title: titleOf(text) ?? name, html, headings }
}

export const titleOf = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1]

/** One way to make the request of an example. */
type ExampleForm = { id: string; label: string; code: string }

async function loadForms(): Promise<(code: string) => ExampleForm[]> {
  const [{ parseCurl }, { toTypeScript, toCommandLine }, { operations }] = await Promise.all([
    import('./curl.ts'),
    import('./forms.ts'),
    import('@parley/sdk/operations'),
  ])
  return (code) => {
    const request = parseCurl(code)
    if (request === undefined) return []
    const forms = [
      { id: 'curl', label: 'curl', code },
      { id: 'sdk', label: 'TypeScript', code: toTypeScript(request, operations) },
      { id: 'cli', label: 'Command line', code: toCommandLine(request) },
    ]
    return forms.flatMap(({ code: text, ...form }) => (text === undefined ? [] : [{ ...form, code: text }]))
  }
}

/** A wide code block scrolls by itself, also by keyboard. */
function renderCode(code: string, language = ''): string {
  return `<pre tabindex="0"${language && ` data-language="${language}"`}><code>${escapeHtml(code)}</code></pre>`
}

/** Tabs that work without a script: a radio button for each form, and styles that show the checked one. */
function renderTabs(name: string, forms: readonly ExampleForm[]): string {
  const buttons = forms.map(({ id, label }, at) => {
    const input = `<input type="radio" name="${name}" id="${name}-${id}" data-form="${id}"${at === 0 ? ' checked' : ''}>`
    return `${input}<label for="${name}-${id}">${label}</label>`
  })
  const panels = forms.map(({ id, code }) => `<div class="panel" data-form="${id}">${renderCode(code)}</div>`)
  return `<div class="tabs" role="group" aria-label="Example">${buttons.join('')}${panels.join('')}</div>`
}

const unescapeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

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

/** A section of a guide, from its heading to the next one. */
export type GuideSection = GuideHeading & { level: number; text: string }

/** Reads the sections from the text: rendering every guide would take seconds. */
export function listSections(text: string): GuideSection[] {
  const sections: GuideSection[] = []
  const parts = text.split(/^((?:```|~~~)[\s\S]*?^(?:```|~~~)$)/m)
  for (const [at, part] of parts.entries()) {
    // Every second part is a code block, whose lines with # are no headings.
    for (const piece of at % 2 === 1 ? [part] : part.split(/^(?=#{1,4} )/m)) {
      const last = sections.at(-1)
      if (at % 2 === 0 && /^#{1,4} /.test(piece)) sections.push(parseSection(piece))
      else if (last) last.text += piece
    }
  }
  return sections
}

function parseSection(markdown: string): GuideSection {
  const [line = '', ...lines] = markdown.split('\n')
  const [, marks = '', heading = ''] = /^(#+) (.+)$/.exec(line) ?? []
  const title = heading.replace(/\[(.+?)\]\(.+?\)/g, '$1').replace(/[`*]/g, '')
  // The ids of a page come from its HTML.
  const inner = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return { level: marks.length, id: headingId(inner), title, text: lines.join('\n') }
}
