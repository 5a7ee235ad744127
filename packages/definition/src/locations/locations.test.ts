import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catchRejection, listRejectedFields } from '../testing/rejection.ts'
import { shop } from '../testing/shop.ts'
import type { GeocodedPlaces } from '../things/edits.ts'
import { read } from '../things/testing/read.ts'
import { listLocationAddresses, replaceLocations } from './edits.ts'
import { type AgentLocation, findEnabledLocation, LocationList, listEnabledLocations, worksAt } from './location.ts'
import { formatHours, readLocationField } from './values.ts'

const pier = { id: 'pier', name: 'Pier shop' }
const window = { dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }
const full = {
  ...pier,
  aliases: ['the pier'],
  address: 'Pier 4, Harbor Road',
  coordinates: { latitude: 53.5, longitude: 10 },
  phone: '+12025550143',
  timeZone: 'Europe/Berlin',
  hours: [window],
  representativeIds: ['anna'],
  enabled: false,
}

test('a location is read as sent, with every field or only with its id and name', () => {
  for (const sent of [pier, full]) assert.deepEqual(read(LocationList, [sent]), { value: [sent], errors: [] })
})

test('an address may be coordinates or a map link, and a repeated representative counts once', () => {
  const [pair] = read(LocationList, [{ ...pier, address: '53.5, 10.0' }]).value ?? []
  assert.deepEqual(pair, { ...pier, coordinates: { latitude: 53.5, longitude: 10 } })
  const link = 'https://www.google.com/maps/place/Pier+4/@53.5,10.0,17z'
  const [linked] = read(LocationList, [{ ...pier, address: link }]).value ?? []
  assert.deepEqual(linked, { ...pier, address: 'Pier 4', coordinates: { latitude: 53.5, longitude: 10 } })
  const [repeated] = read(LocationList, [{ ...pier, representativeIds: ['anna', 'anna'] }]).value ?? []
  assert.deepEqual(repeated?.representativeIds, ['anna'])
})

const refused: [title: string, sent: unknown, error: string][] = [
  ['that is null', null, '[0] must be an object'],
  ['without an id', { ...pier, id: undefined }, '[0].id is required'],
  ['with an id that is no slug', { ...pier, id: 'The Pier' }, '[0].id must be a slug'],
  ['without a name', { ...pier, name: ' ' }, '[0].name must not be empty'],
  ['with a name of 201', { ...pier, name: 'x'.repeat(201) }, '[0].name must have at most 200'],
  ['with 21 aliases', { ...pier, aliases: Array(21).fill('x') }, '[0].aliases must have at most 20'],
  ['with an empty alias', { ...pier, aliases: [''] }, '[0].aliases[0] must not be empty'],
  ['with an address of 501', { ...pier, address: 'x'.repeat(501) }, '[0].address must have at most 500'],
  ['with coordinates out of range in the address', { ...pier, address: '91.5, 10.5' }, '[0].address contains coordinates'],
  ['with half of its coordinates', { ...pier, coordinates: { latitude: 1 } }, '[0].coordinates.longitude is required'],
  ['with coordinates out of range', { ...pier, coordinates: { latitude: 91, longitude: 0 } }, '[0].coordinates.latitude'],
  ['in an unknown zone', { ...pier, timeZone: 'Mars/Base' }, '[0].timeZone must be an IANA time zone'],
  ['with hours that end before they begin', { ...pier, hours: [{ ...window, endTime: '08:00' }] }, '[0].hours[0].endTime'],
  ['with an unknown field', { ...pier, city: 'Bremen' }, '[0].city is not a known field'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`a location ${title} is refused`, () => {
    const [first, ...others] = read(LocationList, [sent]).errors
    assert.ok(first?.startsWith(error), first)
    assert.deepEqual(others, [])
  })
}

test('two locations with one id, and 101 locations, are refused', () => {
  assert.deepEqual(read(LocationList, [pier, pier]).errors, ['[1].id is used twice'])
  const many = Array.from({ length: 101 }, (_, at) => ({ id: `l${at}`, name: 'L' }))
  assert.equal(read(LocationList, many).errors.length, 1)
})

const noPlaces: GeocodedPlaces = new Map()
const path = 'capabilities.locations'

test('a phone number is read in the country of the agent, and stored as E.164', () => {
  const sent = [{ ...pier, phone: '030 901820' }]
  const context = { places: noPlaces, country: 'DE', path }
  assert.equal(replaceLocations(sent, [], context)[0]?.phone, '+4930901820')
  const refusal = catchRejection(() => replaceLocations([{ ...pier, phone: 'ring the bell' }], [], context))
  assert.deepEqual(listRejectedFields(refusal), ['capabilities.locations[0].phone'])
})

test('an address is geocoded once, and one that matches no place is refused', () => {
  const sent = [{ ...pier, address: 'Pier 4' }]
  assert.deepEqual(listLocationAddresses(sent, []), ['Pier 4'])
  const place = { address: 'Pier 4, Harbor Road', latitude: 53.5, longitude: 10 }
  const stored = replaceLocations(sent, [], { places: new Map([['Pier 4', place]]), path })
  const located = { ...pier, address: place.address, coordinates: { latitude: 53.5, longitude: 10 } }
  assert.deepEqual(stored, [located])
  const again = [{ ...pier, address: place.address, phone: '+12025550143' }]
  assert.deepEqual(listLocationAddresses(again, stored), [])
  assert.deepEqual(replaceLocations(again, stored, { places: noPlaces, path }), [{ ...located, phone: '+12025550143' }])
  assert.deepEqual(listLocationAddresses([{ ...pier, address: 'Elsewhere' }], stored), ['Elsewhere'])
  const nowhere = { places: new Map([['Pier 4', 'nowhere']]) as GeocodedPlaces, path }
  assert.deepEqual(listRejectedFields(catchRejection(() => replaceLocations(sent, [], nowhere))), [
    'capabilities.locations[0].address',
  ])
})

test('only enabled locations can be found, and one without representatives has everybody', () => {
  const locations: AgentLocation[] = [full, { ...pier, id: 'hill', representativeIds: [] }]
  assert.deepEqual(
    listEnabledLocations(locations).map(({ id }) => id),
    ['hill'],
  )
  assert.equal(findEnabledLocation(locations, 'pier'), undefined)
  assert.equal(findEnabledLocation(locations, undefined), undefined)
  assert.equal(findEnabledLocation(locations, 'hill')?.id, 'hill')
  const works = (locationId: string | undefined, representativeId: string) =>
    worksAt(locations, { locationId, representativeId })
  assert.deepEqual(
    [works('pier', 'anna'), works('pier', 'ben'), works('hill', 'ben'), works(undefined, 'ben')],
    [true, false, true, true],
  )
})

const at = (dayOfWeek: number, startTime: string, endTime: string) => ({ dayOfWeek, startTime, endTime })
const weekdays = [1, 2, 3, 4, 5].map((day) => at(day, '09:00', '17:00'))

test('hours are told by groups of days from Monday on, with every part of a day', () => {
  assert.equal(formatHours(weekdays), 'Mon to Fri 09:00–17:00')
  assert.equal(
    formatHours([...weekdays.toReversed(), at(6, '09:00', '12:00')]),
    'Mon to Fri 09:00–17:00, Sat 09:00–12:00',
  )
  assert.equal(formatHours([at(0, '14:00', '16:00'), at(0, '10:00', '12:00')]), 'Sun 10:00–12:00 and 14:00–16:00')
  assert.equal(formatHours([at(1, '09:00', '17:00'), at(3, '09:00', '17:00')]), 'Mon 09:00–17:00, Wed 09:00–17:00')
  assert.equal(formatHours([]), '')
})

test('texts read the fields of a location; hours and zone default to those of the agent', () => {
  const definition = { ...shop, scheduling: { timezone: 'UTC', availableHours: weekdays, representatives: [] } }
  assert.equal(readLocationField(definition, full, 'hours'), 'Mon 09:00–17:00')
  assert.equal(readLocationField(definition, full, 'timeZone'), 'Europe/Berlin')
  assert.equal(readLocationField(definition, full, 'phone'), '+12025550143')
  assert.equal(readLocationField(definition, pier, 'hours'), 'Mon to Fri 09:00–17:00')
  assert.equal(readLocationField(definition, pier, 'timeZone'), 'UTC')
  assert.equal(readLocationField(definition, pier, 'address'), undefined)
  assert.equal(readLocationField(shop, pier, 'hours'), undefined)
})
