import { createHash } from 'node:crypto'
import { buildPagePolicy } from '../shell.ts'

/** Additional styles of the guides. On a phone the list of guides is below the text. */
export const guideStyle = `
html { scroll-padding-top: 1rem }
article { min-width: 0; overflow-wrap: break-word } article img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px }
article h1 { font-size: 1.9rem } article h2 { font-size: 1.4rem } article h3 { font-size: 1.1rem }
.anchor { color: var(--quiet); text-decoration: none; visibility: hidden; font-weight: normal }
:is(h2, h3, h4):hover > .anchor, .anchor:focus { visibility: visible }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 1.5rem } .top p { margin: 0 }
.search { display: flex; flex: 1; gap: .5rem; min-width: 14rem }
.search input { flex: 1; min-width: 0 } .search :is(input, button) { font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; padding: .35rem .6rem }
.search button { cursor: pointer } :is(.search input, button):focus-visible { outline: 2px solid var(--link); outline-offset: 1px }
.next { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line) }
.hits { list-style: none; padding: 0 } .hits li { margin: 0 0 1.4rem } .hits p { margin: .2rem 0 0 } .hits .quiet { font-size: .92rem }
mark { background: color-mix(in srgb, var(--link) 25%, transparent); color: inherit; border-radius: 2px }
pre[data-language]::before { content: attr(data-language); display: block; margin: -.4rem 0 .3rem; font: .75rem/1.5 system-ui, sans-serif; color: var(--quiet) }
.code { position: relative } td code { overflow-wrap: normal }
.copy { position: absolute; top: .4rem; right: .4rem; padding: .1rem .5rem; font: .8rem/1.5 system-ui, sans-serif; color: var(--quiet); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; cursor: pointer; opacity: 0 }
.code:hover .copy, .copy:focus-visible { opacity: 1 }
.tabs { position: relative; margin: 1em 0 } .tabs input { position: absolute; opacity: 0; width: 1px; height: 1px; margin: 0 }
.tabs label { display: inline-block; padding: .25rem .7rem; font-size: .85rem; color: var(--quiet); border-bottom: 2px solid transparent; cursor: pointer }
.tabs input:checked + label { color: var(--ink); border-color: var(--link) } .tabs input:focus-visible + label { outline: 2px solid var(--link); outline-offset: -2px }
.tabs .panel { display: none } .tabs pre { margin: 0 }
.tabs:has([data-form=curl]:checked) .panel[data-form=curl], .tabs:has([data-form=sdk]:checked) .panel[data-form=sdk], .tabs:has([data-form=cli]:checked) .panel[data-form=cli] { display: block }
nav { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .92rem }
nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--quiet); margin: 1.4em 0 .3em }
nav ul { list-style: none; margin: 0; padding: 0 } nav a { display: block; padding: .2rem 0; text-decoration: none }
nav a:hover { text-decoration: underline } nav a[aria-current] { font-weight: 600; color: var(--ink) }
nav ul ul { padding-left: .8rem; border-left: 2px solid var(--line); font-size: .95em }
@media (hover: none) { .copy { opacity: 1 } .anchor { visibility: visible } nav a, .tabs label { padding-block: .45rem } }
@media (max-width: 40rem) { main { padding: 1.25rem 1rem 3rem } }
@media (min-width: 64rem) {
  main:has(> nav) { display: grid; grid-template: auto 1fr / 15rem minmax(0, 46rem); column-gap: 4rem; max-width: 65rem }
  main > nav { grid-area: 1 / 1 / 3 / 2; margin: 0; padding: 0; border: 0; position: sticky; top: 2rem; max-height: calc(100vh - 4rem); overflow-y: auto; align-self: start }
  main:has(> nav) > :is(.top, article) { grid-column: 2 } main:has(> nav) .all { display: none }
}`

/** The only script: a copy button for each code block, if the browser permits it, and one choice for all tabs. */
const script = `
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.onclick = async () => {
    const commands = block.textContent.match(/^[$] .+/gm)?.map((line) => line.slice(2)).join('\\n')
    const copied = navigator.clipboard.writeText(commands ?? block.textContent)
    button.textContent = await copied.then(() => 'Copied', () => 'Not copied')
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  }
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}
const choose = (form) => {
  for (const input of document.querySelectorAll('.tabs > input')) if (input.dataset.form === form) input.checked = true
}
addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs > input')) return
  const before = target.getBoundingClientRect().top
  choose(target.dataset.form)
  scrollBy(0, target.getBoundingClientRect().top - before)
  try { localStorage.setItem('parley.guides.form', target.dataset.form) } catch {}
})
try { choose(localStorage.getItem('parley.guides.form')) } catch {}`

export const guideScript = `<script>${script}</script>`

/** Permits exactly this script, and the search form. */
export const guidePolicy = `${buildPagePolicy({ style: guideStyle, hasForm: true })}; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`
