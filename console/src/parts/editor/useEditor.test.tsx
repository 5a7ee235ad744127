import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import { words } from '#words/app.ts'
import { json, problem } from '../../../testing/api.ts'
import { assertAbsent, assertPresent } from '../../../testing/elements.ts'
import { onPage } from '../../../testing/page.tsx'
import {
  changeAndSave,
  findField,
  findSave,
  openSample,
  retype,
  SampleEditor,
  sample,
  unsavedBar,
} from '../../../testing/SampleEditor.tsx'
import { queries } from '../../api/queries.ts'

/** Reads everything again, and waits until the page has seen it. */
async function readAgain(): Promise<void> {
  await act(async () => {
    await queries.refetchQueries()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
}

test(
  'the editor shows that it is loading, then what the server has',
  onPage(async ({ api, open }) => {
    const answer = Promise.withResolvers<Response>()
    api.answer('GET /sample', () => answer.promise)
    await open(<SampleEditor />)
    screen.getByRole('status', { name: words.loading })
    answer.resolve(json(sample, '"v1"'))
    assert.equal((await findField(/^Name/)).value, 'Ada')
    assert.equal((await findField('Greeting')).value, 'Hello')
    assert.equal((await findField('First step')).value, 'How are you?')
    assertAbsent(screen.queryByRole('status', { name: words.loading }))
  }),
)

test(
  'the editor shows why it could not load, and loads when asked to try again',
  onPage(async ({ api, open, user }) => {
    api.answer('GET /sample', problem(403, 'auth.forbidden'), json(sample))
    await open(<SampleEditor />)
    const alert = await screen.findByRole('alert')
    within(alert).getByText(words.trouble.refused)
    await user.click(within(alert).getByRole('button', { name: words.trouble.again }))
    assert.equal((await findField(/^Name/)).value, 'Ada')
  }),
)

test(
  'the editor offers to save only while something differs from what is saved',
  onPage(async (page) => {
    const name = await openSample(page)
    assertAbsent(unsavedBar())
    await page.user.type(name, '!')
    assertPresent(unsavedBar())
    await page.user.type(name, '{Backspace}')
    await waitFor(() => assertAbsent(unsavedBar()))
  }),
)

test(
  'the editor saves all of it, for the version that was read',
  onPage(async (page) => {
    await openSample(page)
    page.api.answer('PUT /sample', ({ body }) => json(body, '"v2"'))
    await changeAndSave(page, 'Grace')
    await screen.findByText(words.save.saved)
    const [sent] = page.api.sent('PUT /sample')
    assert.deepEqual(sent?.body, { ...sample, name: 'Grace' })
    assert.equal(sent?.headers.get('if-match'), '"v1"')
    await waitFor(() => assertAbsent(unsavedBar()))
  }),
)

test(
  'the editor saves the next change for the version that its last save made',
  onPage(async (page) => {
    await openSample(page)
    page.api.answer(
      'PUT /sample',
      ({ body }) => json(body, '"v2"'),
      ({ body }) => json(body, '"v3"'),
    )
    await changeAndSave(page, 'Grace')
    await waitFor(() => assertAbsent(unsavedBar()))
    await retype(page, 'Greeting', 'Good day')
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
  onPage(async (page) => {
    page.api.answer('GET /sample', json(sample))
    page.api.answer('PUT /sample', ({ body }) => json(body))
    await page.open(<SampleEditor />)
    await changeAndSave(page, 'Grace')
    await screen.findByText(words.save.saved)
    assert.equal(page.api.sent('PUT /sample')[0]?.headers.has('if-match'), false)
  }),
)

test(
  'the editor saves with Ctrl+S from inside a field, and not when nothing has changed',
  onPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', ({ body }) => json(body, '"v2"'))
    await page.user.click(name)
    await page.user.keyboard('{Control>}s{/Control}')
    assert.equal(page.api.sent('PUT /sample').length, 0)
    await page.user.type(name, '!')
    await page.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(words.save.saved)
    assert.equal(page.api.sent('PUT /sample').length, 1)
  }),
)

test(
  'the editor sends one request when asked twice to save',
  onPage(async (page) => {
    const name = await openSample(page)
    const answer = Promise.withResolvers<Response>()
    page.api.answer('PUT /sample', () => answer.promise)
    await page.user.type(name, '!')
    await page.user.keyboard('{Control>}s{/Control}')
    await page.user.keyboard('{Control>}s{/Control}')
    assert.equal((await findSave()).dataset.loading, 'true')
    answer.resolve(json({ ...sample, name: 'Ada!' }, '"v2"'))
    await screen.findByText(words.save.saved)
    assert.equal(page.api.sent('PUT /sample').length, 1)
  }),
)

test(
  'the editor keeps what is typed while it saves, as a change that is not saved yet',
  onPage(async (page) => {
    const name = await openSample(page)
    const answer = Promise.withResolvers<Response>()
    page.api.answer(
      'PUT /sample',
      () => answer.promise,
      ({ body }) => json(body, '"v3"'),
    )
    await page.user.type(name, '!')
    await page.user.click(await findSave())
    await retype(page, 'Greeting', 'Good day')
    answer.resolve(json({ ...sample, name: 'ADA!' }, '"v2"'))
    await waitFor(() => assert.equal(name.value, 'ADA!'))
    assert.equal((await findField('Greeting')).value, 'Good day')
    await page.user.click(await findSave())
    await waitFor(() => assertAbsent(unsavedBar()))
    const [, second] = page.api.sent('PUT /sample')
    assert.deepEqual(second?.body, { ...sample, name: 'ADA!', greeting: 'Good day' })
    assert.equal(second?.headers.get('if-match'), '"v2"')
  }),
)

test(
  'the editor shows the form that the server made of what was saved',
  onPage(async (page) => {
    const name = await openSample(page)
    page.api.answer('PUT /sample', json({ ...sample, name: 'Ada Lovelace' }, '"v2"'))
    await changeAndSave(page, ' Ada   Lovelace ')
    await waitFor(() => assert.equal(name.value, 'Ada Lovelace'))
    assertAbsent(unsavedBar())
  }),
)

test(
  'the editor puts back what is saved when changes are discarded',
  onPage(async (page) => {
    const name = await openSample(page)
    await page.user.type(name, '!')
    await page.user.click(screen.getByRole('button', { name: words.save.discard }))
    assert.equal(name.value, 'Ada')
    await waitFor(() => assertAbsent(unsavedBar()))
    assert.equal(page.api.sent('PUT /sample').length, 0)
  }),
)

test(
  'the editor takes over what is read again, unless something was changed',
  onPage(async (page) => {
    const { api, user, open } = page
    const versions = [sample, { ...sample, name: 'Grace' }, { ...sample, name: 'Joan' }]
    api.answer('GET /sample', ...versions.map((value, at) => json(value, `"v${at + 1}"`)))
    await open(<SampleEditor />)
    const name = await findField(/^Name/)
    await readAgain()
    await waitFor(() => assert.equal(name.value, 'Grace'))
    await user.type(name, '!')
    await readAgain()
    assert.equal(api.sent('GET /sample').length, 3)
    assert.equal(name.value, 'Grace!')
    // What was read meanwhile must not be overwritten: the save speaks of the version that was edited.
    api.answer('PUT /sample', ({ body }) => json(body, '"v4"'))
    await user.click(await findSave())
    await screen.findByText(words.save.saved)
    assert.equal(api.sent('PUT /sample')[0]?.headers.get('if-match'), '"v2"')
  }),
)

test(
  'the editor lets viewers read, and neither change nor save',
  onPage(async ({ api, open, user }) => {
    api.answer('GET /sample', json(sample, '"v1"'))
    await open(<SampleEditor />, { role: 'viewer' })
    const name = await findField(/^Name/)
    screen.getByText(words.save.readOnly)
    assert.equal(name.closest('fieldset')?.disabled, true)
    await user.type(name, '!')
    assert.equal(name.value, 'Ada')
    await user.keyboard('{Control>}s{/Control}')
    assertAbsent(unsavedBar())
    assert.equal(api.sent('PUT /sample').length, 0)
  }),
)

test(
  'the editor asks for the role that its resource needs',
  onPage(async (page) => {
    const name = await openSample(page, { role: 'admin' })
    assert.equal(name.closest('fieldset')?.disabled, true)
  }),
)
