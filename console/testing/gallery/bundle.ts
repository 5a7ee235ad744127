import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const here = import.meta.dirname

/** Files of the gallery's page by their path, `/` among them. */
export type GalleryBundle = ReadonlyMap<string, { contentType: string; body: string | Uint8Array }>

/** Bundles the page in memory. */
export async function bundleGallery(): Promise<GalleryBundle> {
  const result = await build({
    root: join(here, '../..'),
    configFile: join(here, '../../vite.config.ts'),
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: join(here, 'page.tsx') } },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'))
  const links = styles.map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`)
  const scripts = output.filter((file) => file.type === 'chunk' && file.isEntry)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">${links.join('')}<div id="root"></div>${scripts
    .map(({ fileName }) => `<script type="module" src="/${fileName}"></script>`)
    .join('')}</html>`
  return new Map([
    ['/', { contentType: 'text/html', body: html }],
    ...output.map((file) =>
      file.type === 'chunk'
        ? ([`/${file.fileName}`, { contentType: 'text/javascript', body: file.code }] as const)
        : ([`/${file.fileName}`, { contentType: contentTypeOf(file.fileName), body: file.source }] as const),
    ),
  ])
}

const contentTypeOf = (name: string): string => (name.endsWith('.css') ? 'text/css' : 'application/octet-stream')
