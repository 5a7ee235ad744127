import { createHash } from 'node:crypto'

/**
 * Renders a plain page: our own style, no script, nothing from another host. `more` is additional style for this page.
 */
export function renderPage(title: string, body: string, more = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}${more}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --quiet: #5a6675; --ground: #fbfbfa; --line: #d8dce2; --link: #0b5cad; --code: #eef0f3 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a7b0bb; --ground: #14181d; --line: #333b45; --link: #7db7f5; --code: #20262e } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
h1, h2, h3 { line-height: 1.25; margin: 2em 0 .6em } h1 { margin-top: 0 }
a { color: var(--link) } a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--code); border-radius: 4px }
code { padding: .1em .3em } pre { padding: 1rem; overflow-x: auto } pre code { padding: 0 }
table { border-collapse: collapse; display: block; overflow-x: auto } th, td { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top }
.quiet { color: var(--quiet) }`

/** Builds the Content-Security-Policy of such a page: no external images and no forms by default. */
export function buildPagePolicy({ style: more = '', images = [], hasForm = false }: PagePolicyOptions = {}): string {
  const hash = createHash('sha256')
    .update(style + more)
    .digest('base64')
  const pictures = ["'self'", 'data:', ...images].join(' ')
  const forms = hasForm ? "'self'" : "'none'"
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src ${pictures}; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`
}
type PagePolicyOptions = {
  style?: string
  /** Origins. */
  images?: readonly string[]
  hasForm?: boolean
}

export const defaultPagePolicy = buildPagePolicy()
