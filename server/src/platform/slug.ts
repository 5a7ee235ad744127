import type { World } from './world.ts'

/** What to try in turn until one is free: the plain slug, two numbered ones, and then one that nobody else has. */
export function createSlugCandidates(slug: string, world: World): string[] {
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-${world.newId('x').slice(-8)}`]
}
