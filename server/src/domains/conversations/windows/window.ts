import { type Channel, getProfile, type WindowState } from '@parley/amf'

const hourMilliseconds = 3_600_000

/** Returns when the reply window closes; undefined if the channel has none. */
export function windowClosesAt(channel: Channel, lastInboundAt: Date): Date | undefined {
  const { windowHours } = getProfile(channel)
  return windowHours === undefined ? undefined : new Date(lastInboundAt.getTime() + windowHours * hourMilliseconds)
}

/** A person who never wrote has no open window. */
export function windowState(channel: Channel, lastInboundAt: Date | undefined, now: Date): WindowState {
  if (getProfile(channel).windowHours === undefined) return 'open'
  const closesAt = lastInboundAt && windowClosesAt(channel, lastInboundAt)
  return closesAt && now < closesAt ? 'open' : 'closed'
}
