import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor, within } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { jsonResponse, problemResponse } from '../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../testing/elements.ts'
import { type TestPage, withTestPage } from '../../../testing/page.tsx'
import {
  changeAndSave,
  findField,
  findSave,
  openSample,
  sampleDocument,
  unsavedBar,
} from '../../../testing/SampleEditor.tsx'

const { conflict } = strings
const theirs = { ...sampleDocument, greeting: 'Welcome' }
const stale = () => problemResponse(412, 'resource.conflict')
const findConflict = () => screen.findByRole('dialog', { name: conflict.title })
const press = async ({ user }: TestPage, name: string) =>
  user.click(within(await findConflict()).getByRole('button', { name }))

/** Saves "Grace" after another user has saved version `"v2"`. */
async function runIntoConflict(page: TestPage): Promise<HTMLInputElement> {
  const name = await openSample(page)
  page.api.answer('GET /sample', jsonResponse(theirs, '"v2"'))
  page.api.answer('PUT /sample', stale, ({ body }) => jsonResponse(body, '"v3"'))
  await changeAndSave(page, 'Grace')
  return name
}

test(
  'a save that conflicts with another change shows both versions and saves nothing',
  withTestPage(async (page) => {
    await runIntoConflict(page)
    const dialog = await findConflict()
    const [saved, mine] = [conflict.theirs, conflict.mine].map((name) => within(dialog).getByRole('textbox', { name }))
    assert.match(saved?.textContent ?? '', /name: Ada.*greeting: Welcome/)
    assert.match(mine?.textContent ?? '', /name: Grace.*greeting: Hello/)
    assert.equal(page.api.sent('PUT /sample').length, 1)
    assertAbsent(screen.queryByRole('alert'))
  }),
)

test(
  'the user can resolve a conflict with their own version, which replaces exactly the version that was shown',
  withTestPage(async (page) => {
    const name = await runIntoConflict(page)
    await press(page, conflict.keepMine)
    await screen.findByText(strings.save.saved)
    const [, second] = page.api.sent('PUT /sample')
    assert.deepEqual(second?.body, { ...sampleDocument, name: 'Grace' })
    assert.equal(second?.headers.get('if-match'), '"v2"')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(name.value, 'Grace')
    assertAbsent(unsavedBar())
  }),
)

test(
  'a conflict asks again after yet another change',
  withTestPage(async (page) => {
    await runIntoConflict(page)
    page.api.answer('PUT /sample', stale, ({ body }) => jsonResponse(body, '"v4"'))
    await findConflict()
    page.api.answer('GET /sample', jsonResponse({ ...sampleDocument, greeting: 'Hi there' }, '"v3"'))
    await press(page, conflict.keepMine)
    await waitFor(async () => {
      const saved = within(await findConflict()).getByRole('textbox', { name: conflict.theirs })
      assert.match(saved.textContent, /Hi there/)
    })
    await press(page, conflict.keepMine)
    await screen.findByText(strings.save.saved)
    assert.deepEqual(
      page.api.sent('PUT /sample').map(({ headers }) => headers.get('if-match')),
      ['"v1"', '"v2"', '"v3"'],
    )
  }),
)

test(
  'the user can resolve a conflict with the other version, which drops their own',
  withTestPage(async (page) => {
    const name = await runIntoConflict(page)
    await press(page, conflict.discardMine)
    await waitFor(() => assert.equal(name.value, 'Ada'))
    assert.equal((await findField('Greeting')).value, 'Welcome')
    await waitFor(() => assertAbsent(unsavedBar()))
    assert.equal(page.api.sent('PUT /sample').length, 1)
  }),
)

test(
  'a change after accepting the other version is saved against that version',
  withTestPage(async (page) => {
    await runIntoConflict(page)
    await press(page, conflict.discardMine)
    await waitFor(() => assertAbsent(unsavedBar()))
    await changeAndSave(page, 'Joan')
    await screen.findByText(strings.save.saved)
    const [, second] = page.api.sent('PUT /sample')
    assert.deepEqual(second?.body, { ...theirs, name: 'Joan' })
    assert.equal(second?.headers.get('if-match'), '"v2"')
  }),
)

test(
  'the user can postpone a conflict, and it returns with the next save',
  withTestPage(async (page) => {
    const name = await runIntoConflict(page)
    page.api.answer('PUT /sample', stale)
    await press(page, conflict.keepEditing)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
    await page.user.click(await findSave())
    await findConflict()
    assert.equal(page.api.sent('PUT /sample')[1]?.headers.get('if-match'), '"v1"')
  }),
)

test(
  'a conflict closes with Escape without a question, and keeps the changes',
  withTestPage(async (page) => {
    const name = await runIntoConflict(page)
    await findConflict()
    await page.user.keyboard('{Escape}')
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
  }),
)

test(
  'if the server refuses the user’s own version in a conflict, the field shows the error',
  withTestPage(async (page) => {
    const name = await runIntoConflict(page)
    const errors = [{ field: 'name', message: 'is taken' }]
    page.api.answer('PUT /sample', problemResponse(422, 'request.invalid', { errors }))
    await press(page, conflict.keepMine)
    assert.match((await screen.findByRole('alert')).textContent, /is taken/)
    assert.equal(name.getAttribute('aria-invalid'), 'true')
    assert.equal(name.value, 'Grace')
  }),
)

test(
  'a conflict with a deleted resource says so and keeps the changes',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('GET /sample', problemResponse(404, 'resource.not_found'))
    page.api.answer('PUT /sample', stale)
    await changeAndSave(page, 'Grace')
    within(await screen.findByRole('alert')).getByText(strings.error.notFound)
    assert.equal(name.value, 'Grace')
    assertPresent(unsavedBar())
  }),
)

test(
  'a conflict of another kind is an error like any other',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer(
      'PUT /sample',
      problemResponse(409, 'agent.campaign.immutable', { detail: 'The campaign has started' }),
    )
    await changeAndSave(page, 'Grace')
    assert.match((await screen.findByRole('alert')).textContent, /The campaign has started/)
    assertAbsent(screen.queryByRole('dialog'))
  }),
)
