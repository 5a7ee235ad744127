import { existsSync } from 'node:fs'

/** The headless shell is the same Chromium without a UI, and a sixth faster. */
const executablePaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
export const browserPath = process.env.CHROMIUM_PATH ?? executablePaths.find(existsSync) ?? '/usr/bin/chromium'

// Chromium makes many background requests; on a machine without Internet access each would fail.
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for seconds: optimizing its code takes longer than the faster code saves.
  '--js-flags=--no-opt,--no-maglev',
  // Agent avatars are on other hosts, which must not resolve. Playwright routes would block them too, but disable the
  // browser's cache.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]
