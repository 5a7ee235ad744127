import { timeZone } from '@parley/findings'
import { type DateTime, isIsoInstant } from '../model/values.ts'

const isoPattern =
  /^(\d{4}-\d\d-\d\d)(?:\s*[Tt]\s*|\s+)(\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s*([Zz]|[+-]\d\d(?::?\d\d)?)\s*(?:\[\s*!?([^\]\s]+)\s*\])?$/
const maxTimeLength = 120

/**
 * Zones for offsets that are not whole hours, some of them used only half the year, so that the local time comes out
 * right.
 */
const zonesOfParts: Record<string, readonly string[]> = {
  '+05:30': ['Asia/Kolkata'],
  '+05:45': ['Asia/Kathmandu'],
  '+03:30': ['Asia/Tehran'],
  '+04:30': ['Asia/Kabul'],
  '+06:30': ['Asia/Yangon'],
  '+08:45': ['Australia/Eucla'],
  '+09:30': ['Australia/Darwin'],
  '+10:30': ['Australia/Lord_Howe', 'Australia/Adelaide'],
  '+12:45': ['Pacific/Chatham'],
  '+13:45': ['Pacific/Chatham'],
  '-02:30': ['America/St_Johns'],
  '-03:30': ['America/St_Johns'],
  '-09:30': ['Pacific/Marquesas'],
}

/** Parses an ISO time with its offset and an optional zone in brackets (RFC 9557), or returns why it cannot be read. */
export function parseAmlTime(text: string, defaultZone: string | undefined): DateTime | { unreadable: string } {
  const match = text.length <= maxTimeLength ? isoPattern.exec(text) : null
  if (!match) return { unreadable: 'is not a time with an offset, for example 2027-03-04T15:30:00-05:00' }
  const [, day = '', clock = '', offset = '', zone] = match
  const iso = `${day}T${clock.replace(',', '.')}${fullOffset(offset)}`
  if (!isIsoInstant(iso)) return { unreadable: 'is a time that does not exist' }
  const tz = zone ?? defaultZone ?? zoneOfOffset(iso)
  if (!isZone(tz)) return { unreadable: `contains “${tz}”, which is not a time zone` }
  return { iso, tz }
}

export function printAmlTime({ iso, tz }: DateTime): string {
  return tz === zoneOfOffset(iso) ? iso : `${iso}[${tz}]`
}

function fullOffset(offset: string): string {
  if (offset === 'Z' || offset === 'z') return 'Z'
  const digits = offset.replace(':', '')
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`
}

/** The sign of Etc zones is inverted: UTC-5 is `Etc/GMT+5`. */
function zoneOfOffset(iso: string): string {
  const offset = /[+-]\d\d:\d\d$/.exec(iso)?.[0] ?? '+00:00'
  const hours = Number(offset.slice(0, 3))
  if (!offset.endsWith(':00')) return zonesOfParts[offset]?.find((zone) => parseOffset(zone, iso) === offset) ?? 'UTC'
  if (hours === 0 || hours < -12 || hours > 14) return 'UTC'
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** Returns the zone's UTC offset at that time. */
function parseOffset(zone: string, iso: string): string | undefined {
  const style = { timeZone: zone, timeZoneName: 'longOffset' } as const
  const format = offsetFormats.get(zone) ?? new Intl.DateTimeFormat('en-US', style)
  offsetFormats.set(zone, format)
  const parts = format.formatToParts(Date.parse(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length)
}

/**
 * Checking a zone outside the platform's list costs a formatter; a conversation uses only a few, so results are cached.
 */
const zones = new Map<string, boolean>()
const maxZones = 500

function isZone(name: string): boolean {
  const cached = zones.get(name)
  if (cached !== undefined) return cached
  const valid = timeZone.safeParse(name).success
  if (zones.size < maxZones) zones.set(name, valid)
  return valid
}
