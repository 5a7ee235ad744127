import { bubbleColors, type Colors } from './colors.ts'

/**
 * The only style sheet: adopted by the shadow root, so the page's content security policy does not block it and the
 * page's rules do not reach it. The chat is dark where the page's own color scheme is.
 */
export function createStyleSheet({ brand, onBrand, accent, accentOnDark }: Colors): string {
  const light: Palette = { ...lightPalette, accent }
  const dark: Palette = { ...darkPalette, accent: accentOnDark }
  const names = Object.keys(light) as (keyof Palette)[]
  const both = names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]})`)
  const fallback = names.map((name) => `--${name}: ${light[name]}`)
  return `:host { all: initial; color-scheme: inherit; --brand: ${brand}; --on-brand: ${onBrand}; ${fallback.join('; ')} }
@supports (color: light-dark(red, red)) { :host { ${both.join('; ')} } }${rules}`
}

type Palette = Record<'ink' | 'quiet' | 'surface' | 'bubble' | 'line' | 'field' | 'hover' | 'bad' | 'accent', string>

const lightPalette: Omit<Palette, 'accent'> = {
  ink: '#1c2430',
  quiet: '#55606e',
  surface: '#ffffff',
  bubble: bubbleColors.light,
  line: '#dde1e7',
  field: '#7a8594',
  hover: '#f5f6f8',
  bad: '#b3261e',
}
const darkPalette: Omit<Palette, 'accent'> = {
  ink: '#e9ecf0',
  quiet: '#a9b3bf',
  surface: '#181d23',
  bubble: bubbleColors.dark,
  line: '#39424e',
  field: '#7d8896',
  hover: '#232a32',
  bad: '#ff8a80',
}

const rules = `
:host, .panel { font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink) }
* { box-sizing: border-box; font: inherit; letter-spacing: normal }
[hidden] { display: none !important }
button, a, input, textarea, [tabindex] { outline-offset: 2px }
:focus-visible { outline: 3px solid var(--accent) }
.panel:focus { outline: none }
svg { display: block; width: 100%; height: 100%; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

.launcher { position: fixed; bottom: 20px; right: 20px; z-index: 2147483000; width: 60px; height: 60px; padding: 0; border: 0; border-radius: 50%; background: var(--brand); color: var(--on-brand); cursor: pointer; box-shadow: 0 2px 6px #0003, 0 8px 24px #0003; transition: transform .15s }
.launcher:hover { transform: scale(1.05) }
.launcher::before { content: ""; position: absolute; inset: 0; border: 1px solid color-mix(in srgb, var(--on-brand) 18%, transparent); border-radius: 50% }
.launcher svg { padding: 17px } .launcher img { display: block; width: 100%; height: 100%; padding: 6px; border-radius: 50%; object-fit: cover }
.left .launcher { right: auto; left: 20px }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; padding: 0 6px; border: 2px solid var(--surface); border-radius: 13px; background: #b3261e; color: #fff; font-size: 12px; font-weight: 600; line-height: 20px; text-align: center }

.panel { position: fixed; bottom: 96px; right: 20px; z-index: 2147483001; display: flex; flex-direction: column; width: 390px; max-width: calc(100vw - 40px); height: min(680px, calc(100dvh - 116px)); background: var(--surface); border-radius: 18px; overflow: hidden; box-shadow: 0 0 0 1px #0000000f, 0 12px 48px #0004; animation: rise .2s ease-out }
.left .panel { right: auto; left: 20px }
.page .panel { inset: 0; width: auto; max-width: none; height: auto; border-radius: 0; box-shadow: none; animation: none }
.page .launcher, .page .close { display: none }
.page header, .page .scroll, .page .note, .page .composer { padding-inline: max(16px, calc(50vw - 22rem)) }
@media (max-width: 480px) {
  .panel, .left .panel { inset: 0; width: auto; max-width: none; height: auto; border-radius: 0 }
  :has(> .panel:not([hidden])) > .launcher { display: none }
}

header { display: flex; align-items: center; gap: 12px; min-height: 64px; padding: 10px 16px; background: var(--brand); color: var(--on-brand); border-bottom: 1px solid color-mix(in srgb, var(--on-brand) 14%, var(--brand)) }
.logo { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; object-fit: cover; background: color-mix(in srgb, var(--on-brand) 16%, var(--brand)); color: var(--on-brand); font-size: 18px; font-weight: 600; text-transform: uppercase }
img.logo { background: #fff }
header h2 { flex: 1; min-width: 0; margin: 0; font-size: 17px; font-weight: 600; line-height: 1.25; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere }
.close { flex: none; width: 44px; height: 44px; padding: 11px; margin-inline-end: -10px; border: 0; border-radius: 50%; background: none; color: inherit; cursor: pointer }
.close:hover { background: color-mix(in srgb, var(--on-brand) 14%, transparent) }
header :focus-visible { outline-color: currentColor; outline-offset: -3px }

.scroll { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 16px; outline-offset: -3px; scrollbar-width: thin; scrollbar-color: var(--line) transparent }
.log { display: flex; flex-direction: column; gap: 10px }
.day-line { align-self: center; margin-top: 6px; color: var(--quiet); font-size: 12px; font-weight: 600 }
.entry { display: flex; flex-direction: column; gap: 6px; align-items: flex-start; min-width: 0 }
.entry.visitor { align-items: flex-end } .entry + .entry.visitor, .entry.visitor + .entry.agent { margin-top: 6px }
.entry > * { max-width: min(88%, 34rem) }
.entry > .carousel, .entry > .chips, .entry > .picker { max-width: 100% }
.text { padding: 9px 13px; border-radius: 18px; border-end-start-radius: 6px; background: var(--bubble); white-space: pre-wrap; overflow-wrap: anywhere; text-align: start }
.visitor .text { border-radius: 18px; border-end-end-radius: 6px; background: var(--brand); color: var(--on-brand); box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--on-brand) 12%, transparent) }
.visitor .text a { color: inherit }
.text a, a.text { color: var(--accent); text-decoration: underline; text-underline-offset: 2px }
code { font-family: ui-monospace, monospace; font-size: .9em; background: color-mix(in srgb, currentColor 10%, transparent); border-radius: 4px; padding: 0 .25em }
strong { font-weight: 700 } em { font-style: italic }
.state { margin-top: -2px; font-size: 12px; color: var(--quiet) } .state.bad { color: var(--bad) }

.greeting { display: flex; flex-direction: column; gap: 10px; padding: 12px 0 4px }
.greeting .logo { width: 56px; height: 56px; font-size: 24px; background: var(--brand); border: 1px solid var(--line) } .greeting img.logo { background: #fff }
.hello { margin: 0; font-size: 20px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere }
.starters { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; margin-top: 4px }

.chips { display: flex; flex-wrap: wrap; gap: 8px }
.chip { display: inline-block; max-width: 100%; padding: 8px 15px; min-height: 40px; border: 1.5px solid var(--accent); border-radius: 20px; background: var(--surface); color: var(--accent); font-weight: 500; line-height: 1.4; text-decoration: none; text-align: start; cursor: pointer; overflow-wrap: anywhere }
.chip:hover:not(:disabled) { background: var(--hover) } .chip:disabled { opacity: .5; cursor: default }

.card { display: flex; flex-direction: column; width: 270px; max-width: 100%; border: 1px solid var(--line); border-radius: 16px; overflow: hidden; background: var(--surface) }
.card > img, .card > video { display: block; width: 100%; aspect-ratio: 16/9; object-fit: cover; background: var(--bubble) }
.card .words { flex: 1; padding: 12px 14px; display: flex; flex-direction: column; gap: 4px }
.title { font-weight: 600; overflow-wrap: anywhere } .quiet { color: var(--quiet); font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere }
.quiet a { color: var(--accent) }
.card .chips { flex-direction: column; flex-wrap: nowrap; gap: 0 }
.card .chip { border: 0; border-top: 1px solid var(--line); border-radius: 0; min-height: 44px; padding: 11px 14px; text-align: center; background: none; outline-offset: -3px }
.carousel { display: flex; gap: 10px; margin-inline: -16px; width: calc(100% + 32px); max-width: none !important; overflow-x: auto; scroll-snap-type: x proximity; scroll-padding-inline: 16px; padding: 3px 16px 10px; scrollbar-width: thin; scrollbar-color: var(--line) transparent; outline-offset: -3px }
.carousel .card { flex: 0 0 min(240px, 80%); scroll-snap-align: start }

.media { display: flex; flex-direction: column; gap: 6px; align-items: flex-start }
.media img, .media video { display: block; min-width: 200px; max-width: 100%; max-height: 320px; border-radius: 16px; background: var(--bubble) }
.media audio { max-width: 100% }
a.file, a.place { display: flex; gap: 10px; align-items: center; text-decoration: none; font-weight: 500 }
.file svg, .place svg { flex: none; width: 22px; height: 22px } .file span, .place span { min-width: 0 }
.place .quiet { display: block; font-weight: 400 }

.picker { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; width: 100% }
.picker > .text { max-width: min(88%, 34rem) }
.rows { width: 100%; max-width: 34rem; max-height: 340px; overflow-y: auto; border: 1px solid var(--line); border-radius: 16px; scrollbar-width: thin }
.row { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 48px; padding: 10px 14px; border: 0; border-bottom: 1px solid var(--line); background: none; color: inherit; text-align: start; cursor: pointer; outline-offset: -3px } .row:last-child { border-bottom: 0 }
.row:hover { background: var(--hover) } .row img { flex: none; width: 44px; height: 44px; border-radius: 10px; object-fit: cover; background: var(--bubble) }
.row .words { display: flex; flex-direction: column; min-width: 0 } .row input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent) }
.times { display: flex; flex-direction: column; gap: 12px; width: 100%; max-width: 34rem; padding: 12px 14px 14px; border: 1px solid var(--line); border-radius: 16px }
.day { display: flex; flex-direction: column; gap: 8px } .day-name { font-size: 14px; font-weight: 600; overflow-wrap: anywhere }
.day .chips { display: grid; grid-template-columns: repeat(auto-fill, minmax(92px, 1fr)) } .day .chip { text-align: center; padding-inline: 8px }

.typing { display: flex; width: fit-content; margin-top: 10px; gap: 5px; padding: 14px; border-radius: 18px; border-end-start-radius: 6px; background: var(--bubble) }
.typing i { width: 7px; height: 7px; border-radius: 50%; background: var(--quiet); animation: pulse 1.2s infinite } .typing i:nth-child(2) { animation-delay: .2s } .typing i:nth-child(3) { animation-delay: .4s }
.note { padding: 8px 16px; border-top: 1px solid var(--line); background: var(--hover); color: var(--quiet); font-size: 13px; text-align: center; overflow-wrap: anywhere }
.note.bad { color: var(--bad) } .panel.dropping::after { content: ""; position: absolute; inset: 8px; border: 2px dashed var(--accent); border-radius: 14px; pointer-events: none }
progress { width: 160px; max-width: 100%; height: 6px; accent-color: var(--accent) }
.composer { display: flex; align-items: flex-end; gap: 8px; padding: 10px 12px; border-top: 1px solid var(--line); background: var(--surface) }
textarea { flex: 1; min-width: 0; resize: none; min-height: 44px; max-height: 120px; padding: 10px 16px; border: 1px solid var(--field); border-radius: 22px; background: var(--surface); color: inherit; font-size: 16px; line-height: 1.4; field-sizing: content; scrollbar-width: thin }
textarea::placeholder { color: var(--quiet); opacity: 1 } textarea:focus-visible { outline-width: 2px; outline-offset: -1px }
.send { flex: none; width: 44px; height: 44px; padding: 11px; border: 0; border-radius: 50%; background: var(--brand); color: var(--on-brand); box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--on-brand) 14%, transparent); cursor: pointer } .send:disabled { background: var(--bubble); color: var(--quiet); cursor: default }
.attach { flex: none; width: 44px; height: 44px; padding: 11px; margin-inline: -4px; border: 0; border-radius: 50%; background: none; color: var(--quiet); cursor: pointer } .attach:hover:not(:disabled) { background: var(--hover); color: var(--ink) } .attach:disabled { opacity: .5; cursor: default }
:dir(rtl) > svg.arrow { transform: scaleX(-1) }

.problem { display: flex; flex-direction: column; gap: 12px; overflow-wrap: anywhere } .problem p { margin: 0 }
.panel.small { height: auto; max-height: calc(100dvh - 116px) } .problem code { display: block; padding: 8px 10px; white-space: pre-wrap }
@keyframes rise { from { opacity: 0; transform: translateY(12px) } } @keyframes pulse { 30% { opacity: .25 } }
@media (prefers-reduced-motion: reduce) { *, .panel { animation: none !important; transition: none !important; scroll-behavior: auto !important } .launcher:hover { transform: none } }
@media (forced-colors: active) { .launcher, .chip, .send, .text, .logo { border: 1px solid } }`
