/** Creates a short id from a name that no other item uses. */
export function createId(name: string, usedIds: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 60)
  const base = slug.replace(/^-+|-+$/g, '') || 'item'
  if (!usedIds.has(base)) return base
  for (let nth = 2; ; nth++) if (!usedIds.has(`${base}-${nth}`)) return `${base}-${nth}`
}
