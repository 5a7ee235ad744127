/**
 * The only style sheet: adopted by the shadow root, so the page's content security policy does not block it and the
 * page's rules do not reach it.
 */
export function createStyleSheet({ brand, onBrand, accent }: Colors): string {
  return `:host { all: initial; --brand: ${brand}; --on-brand: ${onBrand}; --accent: ${accent} }${rules}`
}

const rules = `
:host, .panel { font: 16px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; color: #1c2430; color-scheme: light }
* { box-sizing: border-box; font: inherit; letter-spacing: normal }
[hidden] { display: none !important }
button, a, input, textarea, [tabindex] { outline-offset: 2px }
:focus-visible { outline: 3px solid var(--accent) }
.launcher { position: fixed; bottom: 20px; right: 20px; z-index: 2147483000; width: 60px; height: 60px; padding: 16px; border: 2px solid #fff; border-radius: 50%; background: var(--brand); color: var(--on-brand); cursor: pointer; box-shadow: 0 4px 16px #0004 }
.left .launcher { right: auto; left: 20px }
svg { display: block; width: 100%; height: 100%; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; padding: 0 5px; border-radius: 11px; background: #b3261e; color: #fff; font-size: 13px; line-height: 22px; text-align: center }
.panel { position: fixed; bottom: 92px; right: 20px; z-index: 2147483001; display: flex; flex-direction: column; width: 380px; height: min(640px, calc(100dvh - 112px)); background: #fff; border-radius: 16px; overflow: hidden; box-shadow: 0 8px 40px #0005; animation: rise .18s ease-out }
.left .panel { right: auto; left: 20px }
.page .panel { inset: 0; width: auto; height: auto; border-radius: 0; box-shadow: none; animation: none }
.page .launcher, .page .close { display: none }
.page .log, .page .composer { padding-left: max(16px, calc(50vw - 24rem)); padding-right: max(16px, calc(50vw - 24rem)) }
@media (max-width: 480px) { .panel, .left .panel { inset: 0; width: auto; height: auto; border-radius: 0 } }
header { display: flex; align-items: center; gap: 10px; padding: 12px 16px; background: var(--brand); color: var(--on-brand) }
header img { width: 32px; height: 32px; border-radius: 50%; object-fit: cover; background: #fff }
header h2 { flex: 1; margin: 0; font-size: 17px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.close { width: 40px; height: 40px; padding: 9px; margin: -4px -8px -4px 0; border: 0; border-radius: 8px; background: none; color: inherit; cursor: pointer }
header :focus-visible { outline-color: currentColor }
.log { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 16px; display: flex; flex-direction: column; gap: 8px; outline-offset: -3px }
.entry { display: flex; flex-direction: column; gap: 6px; align-items: flex-start; max-width: 100% }
.entry.visitor { align-items: flex-end }
.entry > * { max-width: 88% }
.entry > .carousel, .entry > .chips { max-width: 100% }
.text { padding: 8px 12px; border-radius: 14px; background: #eef0f3; white-space: pre-wrap; overflow-wrap: anywhere }
.visitor .text { background: var(--brand); color: var(--on-brand) }
.visitor .text a { color: inherit }
.text a, a.text { color: var(--accent); text-decoration: underline }
code { font-family: ui-monospace, monospace; font-size: .9em; background: #0001; border-radius: 4px; padding: 0 .2em }
strong { font-weight: 700 } em { font-style: italic }
.state { font-size: 12px; color: #55606e } .state.bad { color: #b3261e }
.name { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.chips { display: flex; flex-wrap: wrap; gap: 6px }
.chip { display: inline-block; padding: 7px 14px; min-height: 38px; border: 1.5px solid var(--accent); border-radius: 19px; background: #fff; color: var(--accent); text-decoration: none; text-align: start; cursor: pointer; overflow-wrap: anywhere }
.chip:hover:not(:disabled) { background: #f2f4f7 } .chip:disabled { opacity: .5; cursor: default }
.card { border: 1px solid #d8dce2; border-radius: 14px; overflow: hidden; background: #fff; width: 260px; max-width: 100% }
.card > img, .card > video { display: block; width: 100%; aspect-ratio: 16/9; object-fit: cover; background: #eef0f3 }
.card .words { padding: 10px 12px; display: flex; flex-direction: column; gap: 6px }
.title { font-weight: 600; overflow-wrap: anywhere } .quiet { color: #55606e; font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere }
.carousel { display: flex; gap: 10px; overflow-x: auto; scroll-snap-type: x proximity; padding: 3px 3px 8px }
.carousel .card { flex: 0 0 220px; scroll-snap-align: start }
.media img, .media video { display: block; min-width: 160px; max-width: 100%; max-height: 320px; border-radius: 14px; background: #eef0f3 }
.media .text { margin-top: 4px } .media audio { max-width: 100% } a.text { display: inline-block }
.picker { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; width: 100% }
.rows { display: flex; flex-direction: column; width: 100%; max-height: 320px; overflow-y: auto; border: 1px solid #d8dce2; border-radius: 14px }
.row { display: flex; align-items: center; gap: 10px; width: 100%; min-height: 44px; padding: 8px 12px; border: 0; border-bottom: 1px solid #e6e9ed; background: #fff; color: inherit; text-align: start; cursor: pointer; outline-offset: -3px }
.row:hover { background: #f2f4f7 } .row img { flex: none; width: 40px; height: 40px; border-radius: 8px; object-fit: cover; background: #eef0f3 }
.row .words { display: flex; flex-direction: column; min-width: 0 } .row input { flex: none; width: 20px; height: 20px; accent-color: var(--accent) }
.rows .done { margin: 8px 12px; align-self: flex-start }
.day { display: flex; flex-direction: column; gap: 4px }
.typing { display: flex; align-items: center; gap: 4px; padding: 0 16px 8px; color: #55606e; font-size: 14px }
.typing i { width: 6px; height: 6px; border-radius: 50%; background: #55606e; animation: pulse 1.2s infinite } .typing i:nth-child(2) { animation-delay: .2s } .typing i:nth-child(3) { animation-delay: .4s }
.note { padding: 6px 16px; color: #55606e; font-size: 14px; text-align: center }
.composer { display: flex; align-items: flex-end; gap: 8px; padding: 10px 12px; border-top: 1px solid #d8dce2; background: #fff }
textarea { flex: 1; min-width: 0; resize: none; max-height: 120px; padding: 9px 12px; border: 1px solid #7a8594; border-radius: 20px; background: #fff; color: inherit; field-sizing: content }
.send { flex: none; width: 42px; height: 42px; padding: 10px; border: 0; border-radius: 50%; background: var(--brand); color: var(--on-brand); cursor: pointer } .send:disabled { opacity: .5; cursor: default }
@keyframes rise { from { opacity: 0; transform: translateY(12px) } } @keyframes pulse { 30% { opacity: .25 } }
@media (prefers-reduced-motion: reduce) { *, .panel { animation: none !important; scroll-behavior: auto !important } }
@media (forced-colors: active) { .launcher, .chip, .send, .text { border: 1px solid } }`

const white = '#ffffff'
const dark = '#1c2430'
const standard = '#0b5cad'

/** The brand color, a text color that is legible on it, and a variant of it that is legible on white. */
type Colors = { brand: string; onBrand: string; accent: string }

export function deriveColors(color: string = standard): Colors {
  const onWhite = contrast(color, white)
  return {
    brand: color,
    onBrand: onWhite >= contrast(color, dark) ? white : dark,
    accent: onWhite >= 4.5 ? color : dark,
  }
}

/** WCAG 2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  const short = color.length === 4
  const digits = short ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)
  return (digits ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
}
