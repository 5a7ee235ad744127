/** What every page with a phone on it is made of; scripts import each other as neighbours, under the page's own address. */
export const handsetFiles: readonly URL[] = [
  'handset.css',
  'dom.js',
  'markup.js',
  'payload.js',
  'bubble.js',
  'log.js',
].map((name) => new URL(name, import.meta.url))
