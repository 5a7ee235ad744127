import type { World } from './world.ts'

const longest = 48

/** `Müller & Söhne` gives `muller-sohne`; a name with no letter that an address can hold gives the fallback. */
export function slugOf(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  return plain || fallback
}

/** What to try in turn until one is free: the plain slug, two numbered ones, and then one that nobody else has. */
export function slugCandidates(slug: string, world: World): string[] {
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-${world.newId('x').slice(-8)}`]
}
