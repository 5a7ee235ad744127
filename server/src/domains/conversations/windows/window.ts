import { type Channel, getProfile, type WindowState } from '@parley/amf'

const hourMilliseconds = 3_600_000

/** Returns when the reply window closes; undefined if the channel has none. */
export function windowClosesAt(channel: Channel, writtenAt: Date): Date | undefined {
  const { windowHours } = getProfile(channel)
  return windowHours === undefined ? undefined : new Date(writtenAt.getTime() + windowHours * hourMilliseconds)
}

/** A person who never wrote has no open window. */
export function windowState(channel: Channel, writtenAt: Date | undefined, now: Date): WindowState {
  if (getProfile(channel).windowHours === undefined) return 'open'
  const closesAt = writtenAt && windowClosesAt(channel, writtenAt)
  return closesAt && now < closesAt ? 'open' : 'closed'
}
