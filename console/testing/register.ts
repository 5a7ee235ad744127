// `node --import ./console/testing/register.ts --test <files>`: lets Node load the console's components as Vite does.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Style sheets have no effect without a browser. Every class of a CSS module resolves to its own name. */
const styleSheet = 'export default new Proxy({}, { get: (_, name) => name })'

type TransformSync = typeof import('rolldown/utils').transformSync
let transformSync: TransformSync | undefined

registerHooks({
  // The router has a server build, which Node would resolve by default.
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('@tanstack/')) return nextResolve(specifier, context)
    return nextResolve(specifier, { ...context, conditions: [...context.conditions, 'browser'] })
  },
  load(url, context, nextLoad) {
    if (url.endsWith('.css')) return { format: 'module', shortCircuit: true, source: styleSheet }
    if (url.endsWith('.tsx')) return { format: 'module', shortCircuit: true, source: compile(fileURLToPath(url)) }
    return nextLoad(url, context)
  },
})

/**
 * Node strips types but does not support JSX. Takes about 0.3 ms per file; the compiler is loaded with the first one.
 */
function compile(file: string): string {
  transformSync ??= loadCompiler()
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    lang: 'tsx',
    jsx: { runtime: 'automatic' },
    sourcemap: true,
  })
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`
}

function loadCompiler(): TransformSync {
  setSourceMapsSupport(true)
  return createRequire(import.meta.url)('rolldown/utils').transformSync
}
