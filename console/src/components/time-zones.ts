/** The time zone of this browser. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every time zone there is to choose, the likely ones first. */
export const timeZones = (): string[] => [...new Set(['UTC', browserTimeZone(), ...Intl.supportedValuesOf('timeZone')])]
