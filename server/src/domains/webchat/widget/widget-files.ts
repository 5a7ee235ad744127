import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { gzipSync } from 'node:zlib'
import { escapeHtml } from '../../../platform/pages/shell.ts'

export type Bundle = { code: string; gzipped: Buffer; etag: string }

const root = new URL('../../../../../', import.meta.url)
/** The published package contains the widget instead of its sources. */
const builtWidget = new URL('webchat/widget.js', root)
const entryPoint = new URL('webchat/src/main.ts', root)
const packages: Record<string, URL> = {
  '@parley/webchat-protocol': new URL('packages/webchat-protocol/src/index.ts', root),
}

/**
 * Builds the widget as one classic script from our own modules. Supports only named imports and exports, each at the
 * start of its statement.
 */
export function buildBundle(entry: URL = entryPoint): Bundle {
  const code = entry === entryPoint && existsSync(builtWidget) ? readFileSync(builtWidget, 'utf8') : linkModules(entry)
  return { code, gzipped: gzipSync(code), etag: `"${hash('sha256', code).slice(0, 24)}"` }
}

function linkModules(entry: URL): string {
  const modules = new Map<string, { name: string; code: string }>()
  addModule(entry, modules)
  return `(() => {\n'use strict'\n${[...modules.values()].map((module) => module.code).join('')}})()\n`
}

/** Comments on lines of their own; no string of ours begins a line like one. */
const comments = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm

/** Depth first, so that a module comes after everything that it imports. */
function addModule(file: URL, modules: Map<string, { name: string; code: string }>): string {
  const known = modules.get(file.href)
  if (known) return known.name
  const source = stripTypes(readFileSync(file, 'utf8'))
    .replace(comments, '')
    .replace(/[ \t]+$/gm, '')
  const exported: string[] = []
  const importing = /^(import|export) \{([^}]*)\} from '([^']+)'$/gm
  const linked = source.replace(importing, (_, verb: string, list: string, from: string) => {
    const names = namesIn(list)
    if (verb === 'export') exported.push(...names.map(([, local]) => local))
    const name = addModule(packages[from] ?? new URL(from, file), modules)
    return names.length > 0
      ? `const { ${names.map(([theirs, local]) => `${theirs}: ${local}`).join(', ')} } = ${name}`
      : ''
  })
  const declaring = /^export ((?:async )?(?:function|class|const) (\w+))/gm
  const body = linked.replace(declaring, (_, declaration: string, name: string) => {
    exported.push(name)
    return declaration
  })
  const name = `m${modules.size}`
  const code = `const ${name} = (() => {\n${body.replace(/\n{2,}/g, '\n').trim()}\nreturn { ${exported.join(', ')} }\n})()\n`
  modules.set(file.href, { name, code })
  return name
}

/**
 * Node runs our sources in the same way; the warning that the function is experimental would only distract operators.
 */
function stripTypes(code: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(code)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** `a, b as c` → [a, a], [b, c]. */
function namesIn(list: string): [theirs: string, local: string][] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [theirs = '', local = theirs] = each.split(' as ')
      return [theirs, local]
    })
}

export function renderHostedPage(name: string, bindingId: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<script src="/webchat.js" data-binding="${escapeHtml(bindingId)}" data-position="page" async></script>
</head>
<body></body>
</html>
`
}

/**
 * Images and videos in messages may come from anywhere; everything else is our own. Only pages of the allowed origins may
 * frame the chat.
 */
export function createHostedPageCsp(ancestors: readonly string[] = ["'none'"]): string {
  return (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src https: http: data:; media-src https: http:; " +
    `base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors.join(' ')}; require-trusted-types-for 'script'`
  )
}
