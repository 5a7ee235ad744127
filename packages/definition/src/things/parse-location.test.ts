import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { isMapLink, type ParsedLocation, parseLocation } from './parse-location.ts'

type Case = [address: string, found: ParsedLocation | 'outOfRange' | undefined]
const tower = { latitude: 40.7484, longitude: -73.9857 }
const dms = { latitude: 40.7483333, longitude: -73.9855556 }

const pairs: Case[] = [
  ['40.7484, -73.9857', tower],
  ['40.7484,-73.9857', tower],
  ['  40.7484 ,  -73.9857 ', tower],
  ['40.7484 -73.9857', tower],
  ['40.7484; -73.9857', tower],
  ['(40.7484, -73.9857)', tower],
  ['[40.7484, -73.9857]', tower],
  ['40.7484, −73.9857', tower],
  ['+40.7484, -73.9857', tower],
  ['40.7484°, -73.9857°', tower],
  ['40.7484° -73.9857°', tower],
  ['40.7484° N, 73.9857° W', tower],
  ['40.7484º N 73.9857º W', tower],
  ['40.7484N 73.9857W', tower],
  ['40.7484n, 73.9857w', tower],
  ['N 40.7484 W 73.9857', tower],
  ['N40.7484, W73.9857', tower],
  ['73.9857 W, 40.7484 N', tower],
  [`40°44'54"N 73°59'8"W`, dms],
  [`40°44′54″N, 73°59′08″W`, dms],
  [`40° 44' 54" N 73° 59' 8" W`, dms],
  [`40°44’54”N73°59’8”W`, dms],
  [`40°44'54''N 73°59'8''W`, dms],
  [`N 40° 44.9' W 73° 59.1333'`, { latitude: 40.7483333, longitude: -73.985555 }],
  ['33.8688 S, 151.2093 E', { latitude: -33.8688, longitude: 151.2093 }],
  ['40, -73', { latitude: 40, longitude: -73 }],
  ['0,0', { latitude: 0, longitude: 0 }],
  ['-0.0, -0.0', { latitude: 0, longitude: 0 }],
  ['90, 180', { latitude: 90, longitude: 180 }],
  ['-90, -180', { latitude: -90, longitude: -180 }],
  ['90.001, 0', 'outOfRange'],
  ['-90.001, 0', 'outOfRange'],
  ['0, 180.001', 'outOfRange'],
  ['0, -180.001', 'outOfRange'],
]

const plain = [
  '', ' ', '350 5th Ave, New York', 'Pier 4', '110 00', '12345', '12345, 678', '100 N 200 W', '100 N, 200 W', '500 W 33',
  '40.7484', '40.7484,', '40.7484, -73.9857, 17', '40.7484 N, 73.9857', '40.7 N, 73.9 S', '-40.7 N, 73.9 W',
  `40°60'0"N 73°0'0"W`, `40°0'60"N 73°0'0"W`, '1e1, 2', 'NaN, NaN', '1..2, 3', 'https:', 'https://', 'http://[', 'geo:',
  'geo:here', 'https://maps.app.goo.gl/abcDEF123', 'https://goo.gl/maps/xyz', 'https://example.com/@40.7484,-73.9857',
  'https://www.google.com/search?q=40.7484,-73.9857', 'https://evil.example/google.com/maps?q=40.7484,-73.9857',
  'https://google.com.evil.example/maps?q=40.7484,-73.9857', 'https://www.google.com/maps?cid=123',
  'https://www.google.com/maps?q=', 'https://www.bing.com/maps', 'https://www.bing.com/search?cp=40.7484~-73.9857',
  'https://www.openstreetmap.org/', 'https://waze.com/ul/hdr5ru', 'ftp://maps.google.com/?q=40.7484,-73.9857',
] // biome-ignore format: one list

const google = 'https://www.google.com/maps'
const links: Case[] = [
  [`${google}/place/Ferry+Building/@37.7955,-122.3937,17z`, { latitude: 37.7955, longitude: -122.3937, address: 'Ferry Building' }],
  [`${google}/place/Caf%C3%A9+de+Flore/@48.8541,2.3326,17z`, { latitude: 48.8541, longitude: 2.3326, address: 'Café de Flore' }],
  [`${google}/place/The+Tower/@40.7,-73.9,17z/data=!3m1!4b1!4m6!3m5!1s0x89:0x8f!8m2!3d40.7484!4d-73.9857!16zL20`, { ...tower, address: 'The Tower' }],
  [`${google}/place/40%C2%B044'54.0%22N+73%C2%B059'08.0%22W/@40.7,-73.9,17z`, dms],
  [`${google}/place/40.7484,-73.9857`, tower],
  [`${google}/place//@40.7484,-73.9857,17z`, tower],
  [`${google}/@40.7484,-73.9857,17z`, tower],
  [`${google}/place/The%2BTower/@40.7484,-73.9857,17z`, { ...tower, address: 'The+Tower' }],
  [`${google}/place/100%25+Coffee/@40.7484,-73.9857,17z`, { ...tower, address: '100% Coffee' }],
  [`${google}/place/Broken%E0%A4%A/@40.7484,-73.9857,17z`, { ...tower, address: 'Broken%E0%A4%A' }],
  [`${google}/place/A%00B%0AC/@40.7484,-73.9857,17z`, { ...tower, address: 'A B C' }],
  [`${google}/place/https%3A%2F%2Fmaps.app.goo.gl%2Fx/@40.7484,-73.9857,17z`, tower],
  [`${google}/search/Ferry+Building/@40.7484,-73.9857,17z`, { ...tower, address: 'Ferry Building' }],
  [`${google}/search/?api=1&query=40.7484%2C-73.9857`, tower],
  [`${google}/search/?api=1&query=The+Tower&query_place_id=abc`, { address: 'The Tower' }],
  [`${google}/dir/?api=1&destination=40.7484,-73.9857`, tower],
  [`${google}/dir/?api=1&origin=1,2&destination=The+Tower`, { address: 'The Tower' }],
  [`${google}/dir/Home/The+Tower/@40.1,-73.1,12z/data=!4m2!4m1!3e0`, { address: 'The Tower' }],
  [`${google}/dir/Home/40.7484,-73.9857/@40.1,-73.1,12z`, tower],
  [`${google}?q=40.7484,-73.9857`, tower],
  [`${google}?q=40.7484,-73.9857(The+Tower)`, { ...tower, address: 'The Tower' }],
  [`${google}?q=loc:40.7484+-73.9857`, tower],
  [`${google}?q=The+Tower`, { address: 'The Tower' }],
  [`${google}?q=Gallery+(East)`, { address: 'Gallery (East)' }],
  [`${google}?q=The+Tower&ll=40.7484,-73.9857`, { ...tower, address: 'The Tower' }],
  [`${google}/@?api=1&map_action=map&center=40.7484,-73.9857`, tower],
  [`${google}/@?api=1&map_action=pano&viewpoint=40.7484,-73.9857`, tower],
  [`${google}?q=91,0`, 'outOfRange'],
  [`${google}/@40.7484,-190,17z`, 'outOfRange'],
  ['https://maps.google.com/?q=40.7484,-73.9857', tower],
  ['https://maps.google.com/maps?daddr=40.7484,-73.9857', tower],
  ['https://www.google.co.uk/maps?q=40.7484,-73.9857', tower],
  ['https://www.google.de/maps?q=40.7484,-73.9857', tower],
  ['HTTP://WWW.GOOGLE.COM/maps?q=40.7484,-73.9857', tower],
  ['www.google.com/maps?q=40.7484,-73.9857', tower],
  ['maps.google.com?q=40.7484,-73.9857', tower],
  ['https://maps.apple.com/?ll=40.7484,-73.9857&q=The%20Tower', { ...tower, address: 'The Tower' }],
  ['https://maps.apple.com/?q=40.7484,-73.9857', tower],
  ['https://maps.apple.com/?address=350%205th%20Ave&ll=40.7484,-73.9857&q=The%20Tower', { ...tower, address: '350 5th Ave' }],
  ['https://maps.apple.com/?address=350+5th+Ave', { address: '350 5th Ave' }],
  ['https://maps.apple.com/place?coordinate=40.7484,-73.9857&name=The+Tower', { ...tower, address: 'The Tower' }],
  ['https://www.openstreetmap.org/#map=17/40.7484/-73.9857', tower],
  ['https://www.openstreetmap.org/?mlat=40.7484&mlon=-73.9857#map=12/1/2', tower],
  ['https://www.openstreetmap.org/search?query=The%20Tower#map=17/40.7484/-73.9857', { ...tower, address: 'The Tower' }],
  ['https://openstreetmap.org/node/1#map=17.5/40.7484/-73.9857&layers=N', tower],
  ['https://www.bing.com/maps?cp=40.7484~-73.9857&lvl=16', tower],
  ['https://bing.com/maps/default.aspx?sp=point.40.7484_-73.9857_The%20Tower&cp=1~2', { ...tower, address: 'The Tower' }],
  ['https://www.bing.com/maps?where1=The+Tower', { address: 'The Tower' }],
  ['https://waze.com/ul?ll=40.7484,-73.9857&navigate=yes', tower],
  ['https://www.waze.com/live-map/directions?to=ll.40.7484%2C-73.9857', tower],
  ['https://ul.waze.com/ul?q=The%20Tower', { address: 'The Tower' }],
  ['geo:40.7484,-73.9857', tower],
  ['geo:40.7484,-73.9857,12;u=35', tower],
  ['geo:40.7484,-73.9857?z=11', tower],
  ['geo:0,0?q=40.7484,-73.9857(The+Tower)', { ...tower, address: 'The Tower' }],
  ['geo:0,0?q=350+5th+Ave', { address: '350 5th Ave' }],
  ['geo:40.7484,-73.9857?q=The+Tower', { ...tower, address: 'The Tower' }],
  ['geo:0,0', { latitude: 0, longitude: 0 }],
  ['geo:91,0', 'outOfRange'],
] // biome-ignore format: one line per link

for (const [title, cases] of [
  ['the pair', pairs],
  ['the link', links],
] as const) {
  for (const [address, found] of cases)
    test(`${title} ${address} is parsed`, () => assert.deepEqual(parseLocation(address), found))
}

for (const address of plain) {
  test(`${JSON.stringify(address)} has no location`, () => assert.equal(parseLocation(address), undefined))
}

test('a link is recognized as a link even without a readable location, and an address is not a link', () => {
  for (const link of ['https://maps.app.goo.gl/abc', 'maps.app.goo.gl/abc', 'http://example.com', 'geo:here'])
    assert.equal(isMapLink(link), true, link)
  for (const address of ['Pier 4', 'www', 'St.Mary/5', 'maps. of the world', 'https:', 'http://['])
    assert.equal(isMapLink(address), false, address)
})

const piece = fc.constantFrom(
  'https://www.google.com/maps', '/place/', '/@', '!3d', '!4d', '?q=', '&ll=', 'geo:', '(', ')', '%', '%00', '+', '°', "'",
  '"', ',', ' ', '-', '.', '40.7', 'N', 'W', '#map=', '~', '_', 'loc:', '\ud800',
) // biome-ignore format: one list
const address = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join('')),
)

test('no text makes the location parser fail, and every result is a valid coordinate that can be stored', () => {
  fc.assert(
    fc.property(address, (text) => {
      const found = parseLocation(text)
      if (typeof found !== 'object') return
      const { latitude = 0, longitude = 0, address: name = 'x' } = found
      assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      assert.ok(name.trim() !== '' && [...name].length <= 500 && name.isWellFormed() && !/\p{Cc}/u.test(name))
      assert.equal(parseLocation(name), undefined)
    }),
    { numRuns: 2000 },
  )
})

test('every valid coordinate pair is parsed as it was written', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value.toFixed(6))
  fc.assert(
    fc.property(
      degrees(90),
      degrees(180),
      fc.constantFrom(',', ', ', ' , ', ' ', ';'),
      (latitude, longitude, between) => {
        const found = parseLocation(`${latitude}${between}${longitude}`)
        assert.deepEqual(found, { latitude: Number(latitude) + 0, longitude: Number(longitude) + 0 })
      },
    ),
  )
})

test('a hostile text of a million characters is parsed quickly', { timeout: 5_000 }, () => {
  for (const part of ['1', ' ', '!3d1', "1°1'", '/@1', '(', '%', '#map=1/1'])
    for (const start of ['', 'https://www.google.com/maps/', 'geo:', 'https://www.openstreetmap.org/#'])
      parseLocation(start + part.repeat(1_000_000 / part.length))
})
