import type { Profile } from '../profiles/profile.ts'
import type { RenderContext } from './render-context.ts'

const chiplessProfiles = new WeakMap<Profile, Profile>()

/** Returns the context for the same channel as if it had no chips under messages. */
export function withoutChips(context: RenderContext): RenderContext {
  const { profile } = context
  let floor = chiplessProfiles.get(profile)
  if (!floor) {
    const { locationRequest: _, ...rest } = profile
    floor = { ...rest, chips: { ...profile.chips, max: 0, kinds: [] } }
    chiplessProfiles.set(profile, floor)
  }
  return { ...context, profile: floor }
}
