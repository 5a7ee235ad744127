import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { jsonResponse, problemResponse } from '../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../testing/elements.ts'
import { withTestPage } from '../../../testing/page.tsx'
import {
  changeAndSave,
  findField,
  findSave,
  openSample,
  replaceText,
  SampleEditor,
  sampleDocument,
  unsavedBar,
} from '../../../testing/SampleEditor.tsx'
import { queryClient } from '../../api/query-client.ts'

/** Refetches everything and waits until the page has received it. */
async function readAgain(): Promise<void> {
  await act(async () => {
    await queryClient.refetchQueries()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
}

test(
  'the editor shows that it is loading, then the data of the server',
  withTestPage(async ({ api, open }) => {
    const answer = Promise.withResolvers<Response>()
    api.answer('GET /sample', () => answer.promise)
    await open(<SampleEditor />)
    screen.getByRole('status', { name: strings.loading })
    answer.resolve(jsonResponse(sampleDocument, '"v1"'))
    assert.equal((await findField(/^Name/)).value, 'Ada')
    assert.equal((await findField('Greeting')).value, 'Hello')
    assert.equal((await findField('First step')).value, 'How are you?')
    assertAbsent(screen.queryByRole('status', { name: strings.loading }))
  }),
)

test(
  'a server that does not answer is named, and what was typed is kept',
  withTestPage(async (page) => {
    const [loading, saving] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    page.api.answer('GET /sample', () => loading.promise)
    page.api.answer('PUT /sample', () => saving.promise)
    await page.open(<SampleEditor />)
    await screen.findByText(strings.late.text)
    loading.resolve(jsonResponse(sampleDocument, '"v1"'))
    await changeAndSave(page, 'Grace')
    await within(await screen.findByRole('region', { name: strings.save.unsaved })).findByText(strings.late.kept)
    assert.equal((await findField(/^Name/)).value, 'Grace')
    saving.resolve(jsonResponse({ ...sampleDocument, name: 'Grace' }, '"v2"'))
    await waitFor(() => assertAbsent(unsavedBar()))
    assertAbsent(screen.queryByText(strings.late.text))
  }),
)

test(
  'the editor shows why it could not load, and a retry loads it',
  withTestPage(async ({ api, open, user }) => {
    api.answer('GET /sample', problemResponse(403, 'auth.forbidden'), jsonResponse(sampleDocument))
    await open(<SampleEditor />)
    const alert = await screen.findByRole('alert')
    within(alert).getByText(strings.error.forbidden)
    await user.click(within(alert).getByRole('button', { name: strings.error.retry }))
    assert.equal((await findField(/^Name/)).value, 'Ada')
  }),
)

test(
  'the editor offers to save only while something differs from the saved version',
  withTestPage(async (page) => {
    const name = await openSample(page)
    assertAbsent(unsavedBar())
    await page.user.type(name, '!')
    assertPresent(unsavedBar())
    await page.user.type(name, '{Backspace}')
    await waitFor(() => assertAbsent(unsavedBar()))
  }),
)

test(
  'the editor saves the whole resource against the version that it read',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer('PUT /sample', ({ body }) => jsonResponse(body, '"v2"'))
    await changeAndSave(page, 'Grace')
    await screen.findByText(strings.save.saved)
    const [sent] = page.api.sent('PUT /sample')
    assert.deepEqual(sent?.body, { ...sampleDocument, name: 'Grace' })
    assert.equal(sent?.headers.get('if-match'), '"v1"')
    await waitFor(() => assertAbsent(unsavedBar()))
  }),
)

test(
  'the editor saves the next change against the version of its last save',
  withTestPage(async (page) => {
    await openSample(page)
    page.api.answer(
      'PUT /sample',
      ({ body }) => jsonResponse(body, '"v2"'),
      ({ body }) => jsonResponse(body, '"v3"'),
    )
    await changeAndSave(page, 'Grace')
    await waitFor(() => assertAbsent(unsavedBar()))
    await replaceText(page, 'Greeting', 'Good day')
    await page.user.click(await findSave())
    await waitFor(() => assertAbsent(unsavedBar()))
    assert.deepEqual(
      page.api.sent('PUT /sample').map(({ headers }) => headers.get('if-match')),
      ['"v1"', '"v2"'],
    )
  }),
)

test(
  'the editor sends no If-Match for a resource without versions',
  withTestPage(async (page) => {
    page.api.answer('GET /sample', jsonResponse(sampleDocument))
    page.api.answer('PUT /sample', ({ body }) => jsonResponse(body))
    await page.open(<SampleEditor />)
    await changeAndSave(page, 'Grace')
    await screen.findByText(strings.save.saved)
    assert.equal(page.api.sent('PUT /sample')[0]?.headers.has('if-match'), false)
  }),
)

test(
  'the editor saves with Ctrl+S from inside a field, and not when nothing has changed',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', ({ body }) => jsonResponse(body, '"v2"'))
    await page.user.click(name)
    await page.user.keyboard('{Control>}s{/Control}')
    assert.equal(page.api.sent('PUT /sample').length, 0)
    await page.user.type(name, '!')
    await page.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(strings.save.saved)
    assert.equal(page.api.sent('PUT /sample').length, 1)
  }),
)

test(
  'the editor sends one request for two save commands',
  withTestPage(async (page) => {
    const name = await openSample(page)
    const answer = Promise.withResolvers<Response>()
    page.api.answer('PUT /sample', () => answer.promise)
    await page.user.type(name, '!')
    await page.user.keyboard('{Control>}s{/Control}')
    await page.user.keyboard('{Control>}s{/Control}')
    assert.equal((await findSave()).dataset.loading, 'true')
    answer.resolve(jsonResponse({ ...sampleDocument, name: 'Ada!' }, '"v2"'))
    await screen.findByText(strings.save.saved)
    assert.equal(page.api.sent('PUT /sample').length, 1)
  }),
)

test(
  'the editor keeps text typed during a save as an unsaved change',
  withTestPage(async (page) => {
    const name = await openSample(page)
    const answer = Promise.withResolvers<Response>()
    page.api.answer(
      'PUT /sample',
      () => answer.promise,
      ({ body }) => jsonResponse(body, '"v3"'),
    )
    await page.user.type(name, '!')
    await page.user.click(await findSave())
    await replaceText(page, 'Greeting', 'Good day')
    answer.resolve(jsonResponse({ ...sampleDocument, name: 'ADA!' }, '"v2"'))
    await waitFor(() => assert.equal(name.value, 'ADA!'))
    assert.equal((await findField('Greeting')).value, 'Good day')
    await page.user.click(await findSave())
    await waitFor(() => assertAbsent(unsavedBar()))
    const [, second] = page.api.sent('PUT /sample')
    assert.deepEqual(second?.body, { ...sampleDocument, name: 'ADA!', greeting: 'Good day' })
    assert.equal(second?.headers.get('if-match'), '"v2"')
  }),
)

test(
  'the editor shows the saved data as the server normalized it',
  withTestPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', jsonResponse({ ...sampleDocument, name: 'Ada Lovelace' }, '"v2"'))
    await changeAndSave(page, ' Ada   Lovelace ')
    await waitFor(() => assert.equal(name.value, 'Ada Lovelace'))
    assertAbsent(unsavedBar())
  }),
)

test(
  'the editor restores the saved version when the user discards changes',
  withTestPage(async (page) => {
    const name = await openSample(page)
    await page.user.type(name, '!')
    await page.user.click(screen.getByRole('button', { name: strings.save.discard }))
    assert.equal(name.value, 'Ada')
    await waitFor(() => assertAbsent(unsavedBar()))
    assert.equal(page.api.sent('PUT /sample').length, 0)
  }),
)

test(
  'the editor adopts reloaded data unless the user has changed something',
  withTestPage(async (page) => {
    const { api, user, open } = page
    const versions = [sampleDocument, { ...sampleDocument, name: 'Grace' }, { ...sampleDocument, name: 'Joan' }]
    api.answer('GET /sample', ...versions.map((value, at) => jsonResponse(value, `"v${at + 1}"`)))
    await open(<SampleEditor />)
    const name = await findField(/^Name/)
    await readAgain()
    await waitFor(() => assert.equal(name.value, 'Grace'))
    await user.type(name, '!')
    await readAgain()
    assert.equal(api.sent('GET /sample').length, 3)
    assert.equal(name.value, 'Grace!')
    // The save must not overwrite the newer version: it sends the version that was edited.
    api.answer('PUT /sample', ({ body }) => jsonResponse(body, '"v4"'))
    await user.click(await findSave())
    await screen.findByText(strings.save.saved)
    assert.equal(api.sent('PUT /sample')[0]?.headers.get('if-match'), '"v2"')
  }),
)

test(
  'the editor is read-only for viewers',
  withTestPage(async ({ api, open, user }) => {
    api.answer('GET /sample', jsonResponse(sampleDocument, '"v1"'))
    await open(<SampleEditor />, { role: 'viewer' })
    const name = await findField(/^Name/)
    screen.getByText(strings.save.readOnly)
    assert.equal(name.closest('fieldset')?.disabled, true)
    await user.type(name, '!')
    assert.equal(name.value, 'Ada')
    await user.keyboard('{Control>}s{/Control}')
    assertAbsent(unsavedBar())
    assert.equal(api.sent('PUT /sample').length, 0)
  }),
)

test(
  'the editor requires the role that its resource needs',
  withTestPage(async (page) => {
    const name = await openSample(page, { role: 'admin' })
    assert.equal(name.closest('fieldset')?.disabled, true)
  }),
)
