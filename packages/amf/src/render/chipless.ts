import type { Profile } from '../profiles/profile.ts'
import type { Scene } from './scene.ts'

const floors = new WeakMap<Profile, Profile>()

/** The same channel as if it had no chips under messages, for what must do without them there. */
export function withoutChips(scene: Scene): Scene {
  const { profile } = scene
  let floor = floors.get(profile)
  if (!floor) {
    const { locationRequest: _, ...rest } = profile
    floor = { ...rest, chips: { ...profile.chips, max: 0, kinds: [] } }
    floors.set(profile, floor)
  }
  return { ...scene, profile: floor }
}
