import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor, within } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { jsonResponse, problemResponse } from '../../../testing/api.ts'
import { assertAbsent, assertFocused, assertPresent } from '../../../testing/elements.ts'
import { withTestPage } from '../../../testing/page.tsx'
import {
  changeAndSave,
  findField,
  findSave,
  openSample,
  sampleDocument,
  unsavedBar,
} from '../../../testing/SampleEditor.tsx'

const invalid = (...errors: { field: string; message: string }[]) => problemResponse(422, 'request.invalid', { errors })

/** The error text of a field, as assistive technology reads it. */
function errorOf(input: HTMLInputElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

test(
  'a refused save shows its error at the field and above all fields',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', invalid({ field: 'name', message: 'is taken' }))
    await changeAndSave(page, 'Grace')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(strings.save.fix(1))
    assert.match(alert.textContent, /Name: is taken/)
    assert.equal(name.getAttribute('aria-invalid'), 'true')
    assert.match(errorOf(name), /is taken/)
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
  }),
)

test(
  'a refused save moves the focus to the first field that it names',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer('PUT /sample', invalid({ field: 'steps[0].say', message: 'is too long' }))
    await changeAndSave(page, 'Grace')
    await screen.findByRole('alert')
    const step = await findField('First step')
    assertFocused(step)
    assert.match(errorOf(step), /is too long/)
  }),
)

test(
  'a refused save links to each of its fields by name',
  withTestPage(async (page) => {
    await openSample(page)
    const errors = [
      { field: 'name', message: 'is taken' },
      { field: 'greeting', message: 'is empty' },
    ]
    page.api.answer('PUT /sample', invalid(...errors))
    await changeAndSave(page, 'Grace')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(strings.save.fix(2))
    await page.user.click(within(alert).getByRole('button', { name: strings.save.field('Greeting') }))
    assertFocused(await findField('Greeting'))
  }),
)

test(
  'a refused save shows all errors of one field at that field',
  withTestPage(async (page) => {
    const name = await openSample(page)
    const errors = [
      { field: 'name', message: 'is taken' },
      { field: 'name', message: 'is too short' },
    ]
    page.api.answer('PUT /sample', invalid(...errors))
    await changeAndSave(page, 'G')
    await screen.findByRole('alert')
    assert.match(errorOf(name), /is taken; is too short/)
  }),
)

test(
  'a refused save names a field by its path if the page does not show it',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer('PUT /sample', invalid({ field: 'limits.daily', message: 'must be a whole number' }))
    await changeAndSave(page, 'Grace')
    const alert = await screen.findByRole('alert')
    assert.match(alert.textContent, /limits\.daily must be a whole number/)
    assertAbsent(within(alert).queryByRole('button'))
  }),
)

test(
  'a refused save finds a field that the form calls by another name',
  withTestPage(async (page) => {
    const name = await openSample(page, { toFormField: (field) => field.replace('displayName', 'name') })
    page.api.answer('PUT /sample', invalid({ field: 'displayName', message: 'is taken' }))
    await changeAndSave(page, 'Grace')
    assert.match((await screen.findByRole('alert')).textContent, /Name: is taken/)
    assert.match(errorOf(name), /is taken/)
  }),
)

test(
  'a successful second save clears the errors',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', invalid({ field: 'name', message: 'is taken' }), ({ body }) =>
      jsonResponse(body, '"v2"'),
    )
    await changeAndSave(page, 'Grace')
    await screen.findByRole('alert')
    await changeAndSave(page, 'Joan')
    await screen.findByText(strings.save.saved)
    assertAbsent(screen.queryByText(strings.save.fix(1)))
    assert.equal(name.getAttribute('aria-invalid'), null)
    assert.equal(page.api.sent('PUT /sample')[1]?.headers.get('if-match'), '"v1"')
  }),
)

test(
  'discarding the changes clears the errors',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', invalid({ field: 'name', message: 'is taken' }))
    await changeAndSave(page, 'Grace')
    await screen.findByRole('alert')
    await page.user.click(screen.getByRole('button', { name: strings.save.discard }))
    await waitFor(() => assertAbsent(screen.queryByRole('alert')))
    assert.equal(errorOf(name), '')
    assert.equal(name.value, 'Ada')
  }),
)

test(
  'a server error keeps the changes, and saving again sends them',
  withTestPage(async (page) => {
    const name = await openSample(page)
    // The SDK retries a failed PUT once.
    const failed = problemResponse(500, 'internal', { detail: 'The database is away' })
    page.api.answer('PUT /sample', failed, failed, ({ body }) => jsonResponse(body, '"v2"'))
    await changeAndSave(page, 'Grace')
    const alert = await screen.findByRole('alert')
    within(alert).getByText(strings.error.title)
    assert.match(alert.textContent, /The database is away/)
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
    await page.user.click(await findSave())
    await screen.findByText(strings.save.saved)
    assert.deepEqual(page.api.sent('PUT /sample').at(-1)?.body, { ...sampleDocument, name: 'Grace' })
  }),
)

test(
  'an unreachable server keeps the changes',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', () => Promise.reject(new TypeError('fetch failed')))
    await changeAndSave(page, 'Grace')
    within(await screen.findByRole('alert')).getByText(strings.error.unreachable)
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
  }),
)

test(
  'a save reports that the user lost the required role and keeps the changes',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', problemResponse(403, 'auth.forbidden'))
    await changeAndSave(page, 'Grace')
    within(await screen.findByRole('alert')).getByText(strings.error.forbiddenText)
    assert.equal(name.value, 'Grace')
  }),
)
