import type { Profile } from '../profiles/profile.ts'
import type { RenderContext } from './render-context.ts'

const chiplessProfiles = new WeakMap<Profile, Profile>()

/** The same channel as if it had no chips under messages, for what must do without them there. */
export function withoutChips(scene: RenderContext): RenderContext {
  const { profile } = scene
  let floor = chiplessProfiles.get(profile)
  if (!floor) {
    const { locationRequest: _, ...rest } = profile
    floor = { ...rest, chips: { ...profile.chips, max: 0, kinds: [] } }
    chiplessProfiles.set(profile, floor)
  }
  return { ...scene, profile: floor }
}
