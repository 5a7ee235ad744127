export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones, the likely ones first. */
export const listTimeZones = (): string[] => [
  ...new Set(['UTC', getBrowserTimeZone(), ...Intl.supportedValuesOf('timeZone')]),
]
