import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeLocationId, toLocationsBody, toLocationsForm } from './location-form.ts'

const full = {
  id: 'pier',
  name: 'Pier',
  aliases: ['the pier'],
  address: 'Pier 4',
  coordinates: { latitude: 53.5, longitude: 10 },
  phone: '+12025550143',
  timeZone: 'Europe/Berlin',
  hours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
  representativeIds: ['anna'],
  enabled: false,
}
const bare = { id: 'hill', name: 'Hill' }

test('a location that was not edited is sent as it was read', () => {
  assert.deepEqual(toLocationsBody(toLocationsForm({ data: [full, bare] })), { locations: [full, bare] })
})

test('another address is sent without the coordinates of the old one', () => {
  const [form] = toLocationsForm({ data: [full] }).locations
  assert.ok(form)
  const { coordinates: _, ...moved } = full
  assert.deepEqual(toLocationsBody({ locations: [{ ...form, address: 'Pier 5' }] }).locations, [
    { ...moved, address: 'Pier 5' },
  ])
})

test('hours that are switched off, and empty fields, are not sent', () => {
  const [form] = toLocationsForm({ data: [full] }).locations
  assert.ok(form)
  const emptied = { ...form, aliases: [], address: '', phone: '', timeZone: '', ownHours: false, representativeIds: [] }
  assert.deepEqual(toLocationsBody({ locations: [{ ...emptied, enabled: true }] }).locations, [
    { id: 'pier', name: 'Pier' },
  ])
})

test('an id is proposed from the name, and never one that is taken', () => {
  assert.equal(proposeLocationId('Größe & Söhne, München', []), 'grosse-sohne-munchen')
  assert.equal(proposeLocationId('北京店', []), 'location')
  assert.equal(proposeLocationId('Pier', ['pier', 'pier-2']), 'pier-3')
  assert.equal(proposeLocationId(`${'a'.repeat(47)}-b`, []), 'a'.repeat(47))
})
