/** The files of every page with a phone on it; scripts import each other as siblings, below the page's own path. */
export const handsetFiles: readonly URL[] = [
  'handset.css',
  'dom.js',
  'markup.js',
  'payload.js',
  'bubble.js',
  'log.js',
].map((name) => new URL(name, import.meta.url))
