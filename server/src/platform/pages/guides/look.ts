import { createHash } from 'node:crypto'
import { buildPagePolicy } from '../shell.ts'

/** How guides look beyond what every page has. On a phone the list of guides stands below the text. */
export const guideStyle = `
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

/** The only script of a guide: each piece of code can be copied, where the browser lets a page do that. */
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

export const guideScript = `<script>${copyButtonScript}</script>`

/** That very script may run, and no other. */
export const guidePolicy = `${buildPagePolicy({ style: guideStyle })}; script-src 'sha256-${createHash('sha256').update(copyButtonScript).digest('base64')}'`
