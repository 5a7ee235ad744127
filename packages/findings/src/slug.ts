const maxLength = 48

/** `Müller & Söhne` becomes `muller-sohne`; a name without any letter usable in a URL becomes the fallback. */
export function toSlug(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  return plain || fallback
}

/** Returns the slug itself, or the first of slug-2, slug-3, … that is free. */
export function findFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let count = 2
  while (taken.has(`${slug}-${count}`)) count += 1
  return `${slug}-${count}`
}
