import { type Channel, getProfile, type WindowState } from '@parley/amf'

const hourMilliseconds = 3_600_000

/** Until when the agent may answer what a person wrote; undefined where the channel has no reply window. */
export function windowClosesAt(channel: Channel, writtenAt: Date): Date | undefined {
  const { windowHours } = getProfile(channel)
  return windowHours === undefined ? undefined : new Date(writtenAt.getTime() + windowHours * hourMilliseconds)
}

/** Whoever never wrote has opened no window. */
export function windowState(channel: Channel, writtenAt: Date | undefined, now: Date): WindowState {
  if (getProfile(channel).windowHours === undefined) return 'open'
  const closesAt = writtenAt && windowClosesAt(channel, writtenAt)
  return closesAt && now < closesAt ? 'open' : 'closed'
}
