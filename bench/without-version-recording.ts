import { registerHooks } from 'node:module'

/**
 * Loaded before a server with `--import`, for a reference: it writes configuration without recording versions, and does
 * everything else as always.
 */
const recorder = '/agents/versions/versions.ts'
const marker = '?records=nothing'

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const isRecorder = resolved.url.endsWith(recorder) && context.parentURL?.endsWith('/definition/definitions.ts')
    return isRecorder ? { ...resolved, url: `${resolved.url}${marker}` } : resolved
  },
  load(url, context, nextLoad) {
    if (!url.endsWith(`${recorder}${marker}`)) return nextLoad(url, context)
    const all = JSON.stringify(url.slice(0, -marker.length))
    const source = `export * from ${all}; export async function recordVersion() {}`
    return { format: 'module', source, shortCircuit: true }
  },
})
