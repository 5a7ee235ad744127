import type { Geocoder } from './geocoder.ts'

export const noGeocoder: Geocoder = { locate: async () => 'unavailable' }
