/** `/people/{personId}` and `{ personId: 'a/b' }` → `/people/a%2Fb`. */
export function fillPathTemplate(template: string, path: Record<string, string> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing: ${template}`)
    // URL parsing would resolve these and call a different path.
    if (value === '.' || value === '..') throw new TypeError(`path.${name} cannot be "${value}"`)
    return encodeURIComponent(value)
  })
}

/** Omits undefined and null values; repeats the name for each entry of a list. */
export function buildQuery(query: object = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)] satisfies [string, string]])),
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

/** Builds the base URL of an API: appends the version if it is missing, and drops user name and password. */
export function buildBaseUrl(url: string, version: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be an http or https address, for example http://127.0.0.1:4000')
  }
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/+$/, '')
  return origin + (path.endsWith(version) ? path : path + version)
}
