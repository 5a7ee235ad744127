// Import this first: React and Mantine look for a DOM when they load.
import { Window } from 'happy-dom'

export const origin = 'http://console.test'

const window = new Window({ url: origin, width: 1280, height: 800 })

/** Node has these globals too, but a DOM accepts only its own, and cancels only its own timers. */
const replaced = [
  ...['Event', 'CustomEvent', 'EventTarget', 'navigator', 'localStorage', 'sessionStorage'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
]
const installed = browserGlobals()
const saved = new Map<string, PropertyDescriptor | undefined>()
let inTest = false

addLayout()
install()
// Modules imported together are evaluated synchronously. Later tests without a DOM find Node's own globals.
setImmediate(() => inTest || restore())

/** Installs the globals of a browser until `leaveBrowser`. */
export function enterBrowser(): void {
  inTest = true
  install()
}

/** Cancels the timers of the page and restores the process's own globals. */
export async function leaveBrowser(): Promise<void> {
  await window.happyDOM.abort()
  window.localStorage.clear()
  window.sessionStorage.clear()
  inTest = false
  restore()
}

function install(): void {
  if (saved.size > 0) return
  for (const [name, value] of installed) {
    saved.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}

function restore(): void {
  for (const [name, descriptor] of saved) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
  saved.clear()
}

/** Everything that the window has and Node does not, plus the replaced globals. */
function browserGlobals(): Map<string, unknown> {
  const found = new Map<string, unknown>([['IS_REACT_ACT_ENVIRONMENT', false]])
  const chain = [window, Object.getPrototypeOf(window), Object.getPrototypeOf(Object.getPrototypeOf(window))]
  for (const name of new Set(chain.flatMap(Object.getOwnPropertyNames))) {
    if (name in globalThis && !replaced.includes(name)) continue
    const value: unknown = Reflect.get(window, name)
    const isMethod = typeof value === 'function' && !/^[A-Z]/.test(name)
    found.set(name, isMethod ? value.bind(window) : value)
  }
  return found
}

/** happy-dom has no layout: an element is as high as its style says, or as the page. */
function addLayout(): void {
  const height = {
    configurable: true,
    get(this: { style: { height: string } }) {
      return Number.parseFloat(this.style.height) || 640
    },
  }
  const width = { configurable: true, value: 1280 }
  const sizes = { offsetWidth: width, clientWidth: width, offsetHeight: height, clientHeight: height }
  Object.defineProperties(window.HTMLElement.prototype, sizes)
  Reflect.set(window, 'matchMedia', matchMedia)
}

/** A wide screen, light colors, and reduced motion, so that tests need not wait. */
function matchMedia(media: string) {
  const matches = /min-width|prefers-reduced-motion: reduce/.test(media)
  const ignore = () => {}
  return {
    media,
    matches,
    addEventListener: ignore,
    removeEventListener: ignore,
    addListener: ignore,
    removeListener: ignore,
  }
}
