import type { World } from './world.ts'

/** Returns candidates to try until one is free: the plain slug, two numbered ones, and a unique one. */
export function createSlugCandidates(slug: string, world: World): string[] {
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-${world.newId('x').slice(-8)}`]
}
