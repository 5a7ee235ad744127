import manifest from '../../package.json' with { type: 'json' }

export const { version } = manifest
/** How this program names itself to whom it talks to. */
export const userAgent = `parley-cli/${version}`
