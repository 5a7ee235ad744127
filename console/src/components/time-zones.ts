export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones, the likely ones first. */
export const timeZones = (): string[] => [...new Set(['UTC', browserTimeZone(), ...Intl.supportedValuesOf('timeZone')])]
