/** `/people/{personId}` and `{ personId: 'a/b' }` → `/people/a%2Fb`. */
export function fillPathTemplate(template: string, path: Record<string, string> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing: ${template}`)
    // A browser would walk these, and call something else.
    if (value === '.' || value === '..') throw new TypeError(`path.${name} cannot be "${value}"`)
    return encodeURIComponent(value)
  })
}

/** What is undefined is left out; a list is repeated. */
export function buildQuery(query: object = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)] satisfies [string, string]])),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

/** The address of an API: its version is put behind it unless it is there, and nobody's name and password are in it. */
export function buildBaseUrl(url: string, version: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be an http or https address, for example http://127.0.0.1:4000')
  }
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/+$/, '')
  return origin + (path.endsWith(version) ? path : path + version)
}
